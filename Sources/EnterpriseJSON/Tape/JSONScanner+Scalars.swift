extension JSONScanner {
    /// Section 6.
    @inline(__always) mutating func scanNumber() throws(Failure) {
        let start = offset
        if byte(offset) == UInt8(ascii: "-") { offset &+= 1 }
        if offset < end, byte(offset) == UInt8(ascii: "0") {
            offset &+= 1
            guard offset == end || !isDigit(byte(offset)) else { throw failure("a number may not begin with 0") }
        } else {
            guard skipDigits() else { throw failure("expected a digit") }
        }
        var tag = TapeWord.Tag.integer
        if offset < end, byte(offset) == UInt8(ascii: ".") {
            tag = .number
            offset &+= 1
            guard skipDigits() else { throw failure("expected a digit after the point") }
        }
        if offset < end, byte(offset) | 0x20 == UInt8(ascii: "e") {
            tag = .number
            offset &+= 1
            if offset < end, byte(offset) == UInt8(ascii: "+") || byte(offset) == UInt8(ascii: "-") { offset &+= 1 }
            guard skipDigits() else { throw failure("expected a digit in the exponent") }
        }
        tape.append(tag, offset: start, length: offset &- start)
    }

    @inline(__always) private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

    /// Whether there was a digit.
    @inline(__always) private mutating func skipDigits() -> Bool {
        let start = offset
        while offset < end, isDigit(byte(offset)) { offset &+= 1 }
        return offset > start
    }

    /// Section 7.
    @inline(__always) mutating func scanString() throws(Failure) {
        offset &+= 1
        let start = offset
        skipPlain()
        if offset < end, byte(offset) == UInt8(ascii: "\"") {
            tape.append(.string, offset: start, length: offset &- start)
            offset &+= 1
            return
        }
        try scanRestOfString(from: start)
    }

    private mutating func scanRestOfString(from start: Int) throws(Failure) {
        var tag = TapeWord.Tag.string
        while true {
            skipPlain()
            guard offset < end else { throw failure("a string is not closed") }
            switch byte(offset) {
            case UInt8(ascii: "\""):
                tape.append(tag, offset: start, length: offset &- start)
                offset &+= 1
                return
            case UInt8(ascii: "\\"):
                tag = .escapedString
                try scanEscape()
            case 0x80...0xFF: try scanMultibyte()
            default: throw failure("a control character in a string has to be escaped")
            }
        }
    }

    /// Skips to the next byte that is a quote, a backslash, a control character or not ASCII, eight bytes at a time.
    @inline(__always) private mutating func skipPlain() {
        let ones: UInt64 = 0x0101_0101_0101_0101
        while end &- offset >= 8 {
            let word = UnsafeRawPointer(tape.base + offset).loadUnaligned(as: UInt64.self).littleEndian
            let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            // The lowest bit that is set is right; those above it may come of a borrow.
            let stops =
                ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
                    | (word &- ones &* 0x20) & ~word | word) & (ones &* 0x80)
            guard stops == 0 else {
                offset &+= stops.trailingZeroBitCount >> 3
                return
            }
            offset &+= 8
        }
        while offset < end {
            switch byte(offset) {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20, 0x80...0xFF: return
            default: offset &+= 1
            }
        }
    }

    private mutating func scanEscape() throws(Failure) {
        let start = offset
        offset &+= 1
        guard offset < end else { throw failure("no such escape") }
        switch byte(offset) {
        case UInt8(ascii: "u"):
            let unit = try scanHexEscape()
            guard unit & 0xF800 == 0xD800 else { return }
            if unit < 0xDC00, end &- offset >= 2, byte(offset) == UInt8(ascii: "\\"),
                byte(offset &+ 1) == UInt8(ascii: "u")
            {
                offset &+= 1
                let low = try scanHexEscape()
                if low & 0xFC00 == 0xDC00 { return }
            }
            throw Failure(reason: "half of a surrogate pair", offset: start)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset &+= 1
        default: throw failure("no such escape")
        }
    }

    /// The four digits after the "u" that is next.
    private mutating func scanHexEscape() throws(Failure) -> UInt16 {
        offset &+= 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard offset < end, let digit = Bytes.hexDigit(byte(offset)) else {
                throw failure("expected four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            offset &+= 1
        }
        return unit
    }

    /// The characters of more than one byte that are next: the well-formed sequences of RFC 3629 section 4.
    private mutating func scanMultibyte() throws(Failure) {
        repeat {
            let (length, second): (Int, ClosedRange<UInt8>) =
                switch byte(offset) {
                case 0xC2...0xDF: (2, 0x80...0xBF)
                case 0xE0: (3, 0xA0...0xBF)
                case 0xED: (3, 0x80...0x9F)
                case 0xE1...0xEF: (3, 0x80...0xBF)
                case 0xF0: (4, 0x90...0xBF)
                case 0xF1...0xF3: (4, 0x80...0xBF)
                case 0xF4: (4, 0x80...0x8F)
                default: throw failure("not UTF-8")
                }
            guard end &- offset >= length, second.contains(byte(offset &+ 1)),
                length < 3 || byte(offset &+ 2) & 0xC0 == 0x80, length < 4 || byte(offset &+ 3) & 0xC0 == 0x80
            else { throw Failure(reason: "not UTF-8", offset: offset) }
            offset &+= length
        } while offset < end && byte(offset) >= 0x80
    }
}
