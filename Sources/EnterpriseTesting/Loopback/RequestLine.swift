/// The first line of a request (RFC 9112, section 3).
struct RequestLine: Sendable {
    let method: String
    let target: String
    let isHTTP11: Bool

    /// - Parameter line: the line without its CRLF.
    init(parsing line: ArraySlice<UInt8>) throws(RequestFailure) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, Self.mayBegin(line), !parts[1].isEmpty,
            parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { throw .refused(400) }
        let version = parts[2]
        guard version.count == 8, version.starts(with: "HTTP/".utf8), version[version.startIndex + 6] == 0x2E,
            [5, 7].allSatisfy({ (0x30...0x39).contains(version[version.startIndex + $0]) })
        else { throw .refused(400) }
        guard version[version.startIndex + 5] == 0x31 else { throw .refused(505) }
        method = String(decoding: parts[0], as: UTF8.self)
        target = String(decoding: parts[1], as: UTF8.self)
        isHTTP11 = version[version.startIndex + 7] != 0x30
    }

    /// Whether bytes may be the begin of a request: a peer that speaks something else, TLS for example, would otherwise
    /// wait for an answer while the server waits for the line's end.
    static func mayBegin(_ bytes: ArraySlice<UInt8>) -> Bool {
        let method = bytes.prefix { $0.isTokenCharacter }
        return method.count <= 64 && (method.endIndex == bytes.endIndex || bytes[method.endIndex] == 0x20)
            && !(method.isEmpty && !bytes.isEmpty)
    }
}

/// Cuts a head into lines that end with CRLF; a bare CR or LF is refused (RFC 9112, section 2.2, allows either).
struct HeadLines {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func next() throws(RequestFailure) -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        guard let end = rest.firstIndex(of: 0x0A), end > rest.startIndex, rest[end - 1] == 0x0D else {
            throw .refused(400)
        }
        let line = rest[..<(end - 1)]
        guard !line.contains(0x0D) else { throw .refused(400) }
        rest = rest[(end + 1)...]
        return line
    }
}

/// Why no request could be read.
enum RequestFailure: Error {
    /// The peer is done or gone.
    case ended
    /// The request is answered with this status, then the connection closes.
    case refused(Int)
}
