/// Reads fixed-width numbers and separators from ASCII text, one after the other.
struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The number in exactly the next `count` digits; nil when they are no digits.
    mutating func number(digits count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// The next byte's value if it is a digit.
    mutating func digit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }

    /// Skips the next byte if it is one of those, and returns it.
    mutating func skip(_ anyOf: UInt8...) -> UInt8? {
        guard let byte = rest.first, anyOf.contains(byte) else { return nil }
        rest.removeFirst()
        return byte
    }
}
