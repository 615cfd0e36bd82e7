/// Reads the value of a `Link` field as RFC 8288 appendix B.2 has it, which takes more than the grammar allows.
struct WebLinkParser {
    private var rest: Substring.UTF8View

    init(_ value: String) { rest = value[...].utf8 }

    mutating func links() -> [WebLink] {
        var links: [WebLink] = []
        repeat {
            skipSpace()
            // A list may have empty members (RFC 9110 section 5.6.1).
            if rest.first == UInt8(ascii: ",") { continue }
            guard skip("<") else { break }
            let target = take { $0 != UInt8(ascii: ">") }
            guard skip(">") else { break }
            links.append(WebLink(target: target, attributes: attributes()))
            skipSpace()
        } while skip(",")
        return links
    }

    private mutating func attributes() -> [String: String] {
        var attributes: [String: String] = [:]
        skipSpace()
        while skip(";") {
            skipSpace()
            let name = take { !" \t=;,".utf8.contains($0) }.lowercased()
            skipSpace()
            let value = skip("=") ? value() : ""
            if !name.isEmpty, attributes[name] == nil { attributes[name] = value }
            skipSpace()
        }
        return attributes
    }

    private mutating func value() -> String {
        skipSpace()
        guard skip("\"") else { return take { !" \t;,".utf8.contains($0) } }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte != UInt8(ascii: "\\") {
                bytes.append(byte)
            } else if let next = rest.popFirst() {
                bytes.append(next)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func skipSpace() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(while isPart: (UInt8) -> Bool) -> String {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return String(Substring(part))
    }
}
