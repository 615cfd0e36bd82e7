/// A request line with its headers, checked by the rules of RFC 9112, sections 2 to 6.
struct RequestHead: Sendable {
    var method: String
    var target: String
    var headers: ServerHeaders
    var isHTTP11 = true
    var keepsAlive = true
    var framing = Framing.length(0)

    /// How the body's end is found (RFC 9112, section 6).
    enum Framing: Sendable, Equatable {
        case length(Int)
        case chunked
    }

    init(method: String, target: String, headers: ServerHeaders) {
        self.method = method
        self.target = target
        self.headers = headers
    }

    /// Reads a whole head.
    /// - Parameter bytes: everything up to the empty line, with the CRLF of the last field, without the empty line's.
    init(parsing bytes: ArraySlice<UInt8>) throws(RequestFailure) {
        var lines = HeadLines(bytes)
        guard let first = try lines.next() else { throw .refused(400) }
        let line = try RequestLine(parsing: first)
        self.init(method: line.method, target: line.target, headers: [:])
        isHTTP11 = line.isHTTP11
        while let field = try lines.next() {
            let (name, value) = try Self.field(field)
            headers.append(name, value)
        }
        try readFraming()
        readConnection()
        // Section 3.2: exactly one Host, or the request is refused.
        let hosts = headers.values(for: "Host").count
        guard hosts == 1 || (hosts == 0 && !isHTTP11) else { throw .refused(400) }
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(RequestFailure) -> (String, String) {
        // A name of nothing, of other bytes than a token's, or followed by a space, covers obsolete line folding too.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(\.isTokenCharacter)
        else { throw .refused(400) }
        var value = line[(colon + 1)...]
        while let byte = value.first, byte.isBlank { value.removeFirst() }
        while let byte = value.last, byte.isBlank { value.removeLast() }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw .refused(400) }
        return (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    private mutating func readFraming() throws(RequestFailure) {
        let codings = headers.values(for: "Transfer-Encoding")
        let lengths = headers.values(for: "Content-Length")
        if !codings.isEmpty {
            // Both together smuggle requests past a proxy (section 6.1); HTTP/1.0 has no transfer codings.
            guard lengths.isEmpty, isHTTP11 else { throw .refused(400) }
            guard codings.count == 1, codings[0].lowercased() == "chunked" else { throw .refused(501) }
            framing = .chunked
        } else if !lengths.isEmpty {
            guard lengths.count == 1, !lengths[0].isEmpty, lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { throw .refused(400) }
            guard let length = Int(lengths[0]) else { throw .refused(413) }
            framing = .length(length)
        }
    }

    private mutating func readConnection() {
        // HTTP/1.0 could ask for keep-alive; this server may decline, and does.
        keepsAlive =
            isHTTP11
            && !headers.values(for: "Connection").contains { value in
                value.split(separator: ",").contains { $0.filter { $0 != " " }.lowercased() == "close" }
            }
    }
}

extension UInt8 {
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
