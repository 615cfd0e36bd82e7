/// Reads numbers that the scanner has found to be ones (section 6).
enum NumberText {
    /// An integer of at most 18 bytes.
    @inline(__always) static func small(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int {
        let isNegative = bytes[0] == UInt8(ascii: "-")
        var value = 0
        var index = isNegative ? 1 : 0
        while index < count {
            value = value &* 10 &+ Int(bytes[index] &- UInt8(ascii: "0"))
            index &+= 1
        }
        return isNegative ? 0 &- value : value
    }

    /// Any number that is a whole one of that type; `1.0` and `1e3` are.
    static func integer<Value: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>, as type: Value.Type) -> Value? {
        let string = String(decoding: text, as: UTF8.self)
        if let value = Value(string) { return value }
        guard let double = Double(string), let value = Value(exactly: double) else { return nil }
        // Beyond, not every whole number is a Double, so the text would not decide.
        return double.magnitude < 0x1p53 ? value : exactInteger(text)
    }

    /// A whole number that is written with a fraction or an exponent.
    private static func exactInteger<Value: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>) -> Value? {
        let isNegative = text.first == UInt8(ascii: "-")
        let mantissaEnd = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.endIndex
        let mantissa = text[(isNegative ? 1 : 0)..<mantissaEnd]
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissaEnd
        var digits = mantissa.filter { $0 != UInt8(ascii: ".") }
        var exponent = 0
        if mantissaEnd < text.endIndex {
            guard let written = Int(String(decoding: text[(mantissaEnd + 1)...], as: UTF8.self)) else { return nil }
            exponent = written
        }
        // Its magnitude, which a Double holds, bounds the exponent.
        exponent -= max(mantissaEnd - point - 1, 0)
        while exponent < 0, digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            exponent += 1
        }
        guard exponent >= 0, exponent < 400 else { return nil }
        let zeros = String(repeating: "0", count: exponent)
        return Value((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + zeros)
    }

    /// Nil when the number is too large, or so small that it would become 0.
    @inline(__always) static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        if let (mantissa, exponent) = decimal(text), mantissa.magnitude <= 1 << 53, exponent.magnitude <= 22 {
            // Both are exact, so that the one operation rounds right (Clinger).
            let value = mantissa == 0 && text[0] == UInt8(ascii: "-") ? -0.0 : Double(mantissa)
            if exponent == 0 { return value }
            return exponent < 0 ? value / powersOfTen[-exponent] : value * powersOfTen[exponent]
        }
        return slowDouble(text)
    }

    @inline(never) private static func slowDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite, value != 0 || isZero(text)
        else {
            return nil
        }
        return value
    }

    static func float(_ text: UnsafeBufferPointer<UInt8>) -> Float? {
        guard let value = Float(String(decoding: text, as: UTF8.self)), value.isFinite, value != 0 || isZero(text)
        else {
            return nil
        }
        return value
    }

    private static func isZero(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        !text.prefix { $0 | 0x20 != UInt8(ascii: "e") }.contains {
            (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
        }
    }

    /// The digits as one number of at most 18, and the power of ten it is to be multiplied by; nil for others.
    @inline(__always)
    static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> (mantissa: Int, exponent: Int)? {
        guard let bytes = text.baseAddress else { return nil }
        let count = text.count
        guard count <= 19 else { return nil }
        let isNegative = bytes[0] == UInt8(ascii: "-")
        var index = isNegative ? 1 : 0
        var value = 0
        var exponent = 0
        while index < count {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { break }
            value = value &* 10 &+ Int(digit)
            index &+= 1
        }
        if index < count, bytes[index] == UInt8(ascii: ".") {
            index &+= 1
            let start = index
            while index < count {
                let digit = bytes[index] &- UInt8(ascii: "0")
                guard digit <= 9 else { break }
                value = value &* 10 &+ Int(digit)
                index &+= 1
            }
            exponent = start &- index
        }
        if index < count {
            index &+= 1
            let isMinus = bytes[index] == UInt8(ascii: "-")
            if isMinus || bytes[index] == UInt8(ascii: "+") { index &+= 1 }
            guard count &- index <= 4 else { return nil }
            let written = small(bytes + index, count: count &- index)
            exponent &+= isMinus ? 0 &- written : written
        } else if count == 19, exponent == 0, !isNegative {
            return nil  // 19 digits
        }
        return (isNegative ? 0 &- value : value, exponent)
    }

    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
