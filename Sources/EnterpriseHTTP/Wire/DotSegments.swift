/// Finds the segments `.` and `..` that a server may see in an encoded path.
///
/// RFC 3986 has one reading of a path, servers and the proxies before them have more: they decode escapes before they
/// split it, or twice, take a backslash for a slash, or drop what follows a semicolon. So `..%2Fadmin`, `%252e%252e`,
/// `..\admin` and `..;x` are all found.
enum DotSegments {
    /// Whether a reading of the path has one.
    static func occur(in path: String) -> Bool {
        let bytes = path.utf8
        // Not without a dot, and none that is escaped without a per cent sign.
        guard bytes.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else { return false }
        return decodedThroughout(bytes).split(whereSeparator: isSlash).contains { segment in
            let name = segment.prefix { !isEnd($0) }
            return name.count <= 2 && !name.isEmpty && name.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }

    /// The bytes with every escape undone, also those that undoing one brings about: what repeated decoding comes to in
    /// the end. Dots, slashes and the like that a step shows are still there after the last, so one look will do.
    private static func decodedThroughout(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        for byte in bytes {
            decoded.append(byte)
            while decoded.count >= 3, decoded[decoded.count - 3] == UInt8(ascii: "%"),
                let high = digit(decoded[decoded.count - 2]), let low = digit(decoded[decoded.count - 1])
            {
                decoded.removeLast(3)
                decoded.append(high << 4 | low)
            }
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    /// Where parameters, a query or a fragment would begin.
    private static func isEnd(_ byte: UInt8) -> Bool { ";?#".utf8.contains(byte) }
}
