/// Percent-encoding of RFC 3986 section 2.1: bytes outside a set become `%XX`, in upper case.
struct PercentEncoding: Sendable {
    private let kept: [Bool]

    /// Keeps the unreserved characters only (section 2.3): right for any value anywhere in a URL.
    static let component = PercentEncoding(keeping: "")
    /// Also keeps what a path may hold as it is (section 3.3), slashes included.
    static let path = PercentEncoding(keeping: "/:@!$&'()*+,;=")
    /// Keeps all that can be seen in ASCII: for what is a URI but for a few characters.
    static let reference = PercentEncoding(keeping: "/:@!$&'()*+,;=?#[]%\"<>\\^`{|}")

    private init(keeping extra: String) {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
        var kept = [Bool](repeating: false, count: 256)
        for byte in (letters + extra).utf8 { kept[Int(byte)] = true }
        self.kept = kept
    }

    func encode(_ text: String) -> String {
        if text.utf8.allSatisfy({ kept[Int($0)] }) { return text }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if kept[Int(byte)] {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
