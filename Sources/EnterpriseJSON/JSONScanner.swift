/// One pass over the bytes of a JSON text. Nesting is kept in an array, not on the call stack.
struct JSONScanner {
    struct Failure: Error {
        let reason: String
        let offset: Int
    }

    /// An array or object that is open.
    struct Container {
        let closer: UInt8
        /// The keys so far, where none may come twice.
        var keys: Set<[UInt16]> = []
    }

    let bytes: UnsafeRawBufferPointer
    private let refusesDuplicateKeys: Bool
    private var offset = 0
    private var containers: [Container] = []

    init(_ bytes: UnsafeRawBufferPointer, refusesDuplicateKeys: Bool = false) {
        self.bytes = bytes
        self.refusesDuplicateKeys = refusesDuplicateKeys
    }

    /// Scans the one value that a JSON text is (RFC 8259 section 2).
    mutating func scanText() throws(Failure) {
        if bytes.starts(with: JSONSyntax.byteOrderMark) { offset = 3 }
        while true {
            if let closer = try scanValueOrOpening(depth: containers.count) {
                containers.append(Container(closer: closer))
                skipSpace()
                if !skip(closer) {
                    if closer == UInt8(ascii: "}") { try scanKey() }
                    continue
                }
                containers.removeLast()
            }
            // A value has ended here; and with it, maybe, what it is in.
            while true {
                skipSpace()
                guard let closer = containers.last?.closer else {
                    guard offset == bytes.count else { throw failure("expected nothing after the value") }
                    return
                }
                if skip(UInt8(ascii: ",")) {
                    if closer == UInt8(ascii: "}") { try scanKey() }
                    break
                }
                guard skip(closer) else { throw failure(#"expected "," or "\#(Character(Unicode.Scalar(closer)))""#) }
                containers.removeLast()
            }
        }
    }

    /// Scans a scalar, or just the opening of an array or object and returns what closes it.
    private mutating func scanValueOrOpening(depth: Int) throws(Failure) -> UInt8? {
        skipSpace()
        let start = offset
        switch peek {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            guard depth < JSONSyntax.maximumDepth else {
                throw failure("nested deeper than \(JSONSyntax.maximumDepth) levels")
            }
            offset += 1
            return bytes[start] + 2  // in ASCII, "]" is two after "[", and "}" two after "{"
        case UInt8(ascii: "\""): try scanString()
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?: try scanNumber()
        case UInt8(ascii: "t"): try scanLiteral("true")
        case UInt8(ascii: "f"): try scanLiteral("false")
        case UInt8(ascii: "n"): try scanLiteral("null")
        default: throw failure("expected a value")
        }
        return nil
    }

    private mutating func scanKey() throws(Failure) {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw failure("expected a key in double quotes") }
        let start = offset
        try scanString()
        if refusesDuplicateKeys {
            let key = characters(ofString: start + 1..<offset - 1)
            guard containers[containers.count - 1].keys.insert(key).inserted else {
                throw Failure(reason: "a key comes twice in an object", offset: start)
            }
        }
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { throw failure(#"expected ":" after the key"#) }
    }

    private mutating func scanLiteral(_ literal: StaticString) throws(Failure) {
        for index in 0..<literal.utf8CodeUnitCount {
            guard skip(literal.utf8Start[index]) else { throw failure("expected \"\(literal)\"") }
        }
    }

    /// Section 6.
    private mutating func scanNumber() throws(Failure) {
        _ = skip(UInt8(ascii: "-"))
        if skip(UInt8(ascii: "0")) {
            guard !skipDigits() else {
                offset -= 1
                throw failure("a number may not begin with 0")
            }
        } else {
            guard skipDigits() else { throw failure("expected a digit") }
        }
        if skip(UInt8(ascii: ".")) {
            guard skipDigits() else { throw failure("expected a digit after the point") }
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            guard skipDigits() else { throw failure("expected a digit in the exponent") }
        }
    }

    private var peek: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// Whether there was a digit.
    private mutating func skipDigits() -> Bool {
        let start = offset
        while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { offset += 1 }
        return offset > start
    }

    private func failure(_ reason: String) -> Failure {
        Failure(reason: peek == nil ? "\(reason), found the end" : reason, offset: offset)
    }
}

extension JSONScanner {
    /// Section 7.
    private mutating func scanString() throws(Failure) {
        offset += 1
        while true {
            switch peek {
            case UInt8(ascii: "\""):
                offset += 1
                return
            case UInt8(ascii: "\\"): try scanEscape()
            case (0x20...0x7F)?: offset += 1
            case (0x80...0xFF)?: try scanMultibyte()
            case nil: throw failure("a string is not closed")
            default: throw failure("a control character in a string has to be escaped")
            }
        }
    }

    private mutating func scanEscape() throws(Failure) {
        let start = offset
        offset += 1
        switch peek {
        case UInt8(ascii: "u"):
            let unit = try scanHexEscape()
            guard unit & 0xF800 == 0xD800 else { return }
            if unit < 0xDC00, skip(UInt8(ascii: "\\")), peek == UInt8(ascii: "u") {
                let low = try scanHexEscape()
                if low & 0xFC00 == 0xDC00 { return }
            }
            throw Failure(reason: "half of a surrogate pair", offset: start)
        case let byte? where "\"\\/bfnrt".utf8.contains(byte): offset += 1
        default: throw failure("no such escape")
        }
    }

    /// The four digits after the "u" that is next.
    private mutating func scanHexEscape() throws(Failure) -> UInt16 {
        offset += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = peek.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw failure("expected four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }

    /// One character of two to four bytes: the well-formed sequences of RFC 3629 section 4.
    private mutating func scanMultibyte() throws(Failure) {
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch bytes[offset] {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: throw failure("not UTF-8")
            }
        guard bytes.count - offset >= length, second.contains(bytes[offset + 1]),
            bytes[(offset + 2)..<(offset + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { throw failure("not UTF-8") }
        offset += length
    }
}
