import Foundation

/// A response as it came over the wire.
struct RawResponse {
    let statusLine: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    /// All bytes, framing included.
    let bytes: [UInt8]

    var status: Int { Int(statusLine.split(separator: " ").dropFirst().first ?? "") ?? 0 }
    var text: String { String(decoding: body, as: UTF8.self) }
    var wire: String { String(decoding: bytes, as: UTF8.self) }

    func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }

    subscript(name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// The response at the front of the bytes and its length, or nil when it is not there whole.
    static func parse(_ bytes: [UInt8], isHead: Bool) -> (RawResponse, Int)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let headers = lines.dropFirst().map { line in
            let parts = line.components(separatedBy: ": ")
            return (name: parts[0], value: parts.dropFirst().joined(separator: ": "))
        }
        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
        let rest = bytes[end.upperBound...]
        var body: [UInt8] = []
        var length = end.upperBound
        if isHead {
            // RFC 9112, section 6.3: the framing headers tell of a body that is not sent.
        } else if header("transfer-encoding") == "chunked" {
            guard let (joined, used) = unchunk(rest) else { return nil }
            body = joined
            length += used
        } else if let count = header("content-length").flatMap({ Int($0) }) {
            guard rest.count >= count else { return nil }
            body = Array(rest.prefix(count))
            length += count
        }
        let response = RawResponse(
            statusLine: lines[0],
            headers: headers,
            body: body,
            bytes: Array(bytes.prefix(length))
        )
        return (response, length)
    }

    private static func unchunk(_ bytes: ArraySlice<UInt8>) -> ([UInt8], Int)? {
        var body: [UInt8] = []
        var rest = bytes
        while let line = rest.firstRange(of: Array("\r\n".utf8)) {
            let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) ?? -1
            rest = rest[line.upperBound...]
            guard size >= 0, rest.count >= size + 2 else { return nil }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
            if size == 0 { return (body, rest.startIndex - bytes.startIndex) }
        }
        return nil
    }
}
