extension JSONScanner {
    /// What the scanned string between those quotes stands for, without escapes, in UTF-16. Strings are the same when
    /// these are (section 8.3).
    func characters(ofString range: Range<Int>) -> [UInt16] {
        var units: [UInt16] = []
        var rest = bytes[range]
        while let mark = rest.firstIndex(of: UInt8(ascii: "\\")) {
            units += String(decoding: rest[..<mark], as: UTF8.self).utf16
            let escape = bytes[mark + 1]
            if escape == UInt8(ascii: "u") {
                let end = mark + 6
                units.append(UInt16(String(decoding: bytes[mark + 2..<end], as: UTF8.self), radix: 16) ?? 0)
                rest = bytes[end..<range.upperBound]
            } else {
                units.append(UInt16(Self.character(escapedAs: escape)))
                rest = bytes[mark + 2..<range.upperBound]
            }
        }
        return units + String(decoding: rest, as: UTF8.self).utf16
    }

    /// Section 7: a letter for some control characters, anything else for itself.
    private static func character(escapedAs letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }
}
