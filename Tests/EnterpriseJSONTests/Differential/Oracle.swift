/// Whether bytes are JSON, said as plainly as RFC 8259 says it: slow, recursive, and with nothing of the scanner in it.
struct Oracle {
    private let scalars: [Unicode.Scalar]
    private var next = 0

    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        var oracle = Oracle(scalars: Array(text.unicodeScalars))
        if oracle.peek == "\u{FEFF}" { oracle.next += 1 }
        return oracle.value(depth: 0) && oracle.next == oracle.scalars.count
    }

    private init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    private var peek: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == scalar else { return false }
        next += 1
        return true
    }

    private mutating func take(anyOf text: String) -> Bool {
        guard let peek, text.unicodeScalars.contains(peek) else { return false }
        next += 1
        return true
    }

    private mutating func space() {
        while take(anyOf: " \t\n\r") {}
    }

    /// ws value ws
    private mutating func value(depth: Int) -> Bool {
        space()
        defer { space() }
        switch peek {
        case "[": return depth < 512 && list("[", "]") { $0.value(depth: depth + 1) }
        case "{":
            return depth < 512
                && list("{", "}") {
                    $0.space()
                    guard $0.string() else { return false }
                    $0.space()
                    return $0.take(":") && $0.value(depth: depth + 1)
                }
        case "\"": return string()
        case "t": return word("true")
        case "f": return word("false")
        case "n": return word("null")
        default: return number()
        }
    }

    private mutating func list(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ element: (inout Oracle) -> Bool)
        -> Bool
    {
        guard take(open) else { return false }
        space()
        if take(close) { return true }
        repeat {
            guard element(&self) else { return false }
        } while take(",")
        return take(close)
    }

    private mutating func word(_ word: String) -> Bool {
        word.unicodeScalars.allSatisfy { take($0) }
    }

    private mutating func digits() -> Bool {
        guard take(anyOf: "0123456789") else { return false }
        while take(anyOf: "0123456789") {}
        return true
    }

    private mutating func number() -> Bool {
        _ = take("-")
        guard take("0") || digits() else { return false }
        if take("."), !digits() { return false }
        guard take(anyOf: "eE") else { return true }
        _ = take(anyOf: "+-")
        return digits()
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let scalar = peek, scalar != "\"" {
            next += 1
            if scalar.value < 0x20 { return false }
            guard scalar == "\\" else { continue }
            if take("u") {
                guard let unit = unit() else { return false }
                if (0xDC00...0xDFFF).contains(unit) { return false }
                if (0xD800...0xDBFF).contains(unit) {
                    guard take("\\"), take("u"), let low = self.unit(), (0xDC00...0xDFFF).contains(low) else {
                        return false
                    }
                }
            } else {
                guard take(anyOf: "\"\\/bfnrt") else { return false }
            }
        }
        return take("\"")
    }

    private mutating func unit() -> UInt32? {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = peek, scalar.isASCII, let digit = Character(scalar).hexDigitValue else { return nil }
            unit = unit * 16 + UInt32(digit)
            next += 1
        }
        return unit
    }
}
