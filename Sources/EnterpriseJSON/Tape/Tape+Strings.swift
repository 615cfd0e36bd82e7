extension Tape {
    /// The string at `index`, which has to be one.
    @inline(__always) func string(at index: Int) -> String {
        let text = text(at: index)
        guard self[index].has(.escapedString) else {
            // The scanner has checked that it is UTF-8. Counted in instructions, each is the shorter for its lengths.
            guard text.count < 16 else { return String(decoding: text, as: UTF8.self) }
            return String(unsafeUninitializedCapacity: text.count) { buffer in
                _ = buffer.update(fromContentsOf: text)
                return text.count
            }
        }
        return unescapedString(text)
    }

    /// The key at `index`.
    func key(at index: Int) -> String {
        withCharacters(at: index) { String(decoding: $0, as: UTF8.self) }
    }

    private func unescapedString(_ text: UnsafeBufferPointer<UInt8>) -> String {
        // No escape is shorter than what it stands for.
        String(unsafeUninitializedCapacity: text.count) { Self.unescape(text, into: $0) }
    }

    /// Calls `body` with the characters of the string or key at `index`, without escapes, in UTF-8.
    func withCharacters<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let text = text(at: index)
        guard isEscaped(text, at: index) else { return body(text) }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { buffer in
            body(UnsafeBufferPointer(rebasing: buffer[..<Self.unescape(text, into: buffer)]))
        }
    }

    /// A key that is shadowed has lost its tag, hence the look at its bytes.
    private func isEscaped(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let word = self[index]
        return word.has(.escapedString) || word.has(.shadowedKey) && text.contains(UInt8(ascii: "\\"))
    }

    /// Writes what the text of a string stands for (section 7), which the scanner has checked, and returns its length.
    private static func unescape(
        _ text: UnsafeBufferPointer<UInt8>,
        into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var (read, written) = (0, 0)
        while read < text.count {
            let byte = text[read]
            read += 1
            guard byte == UInt8(ascii: "\\") else {
                buffer[written] = byte
                written += 1
                continue
            }
            let letter = text[read]
            read += 1
            guard letter == UInt8(ascii: "u") else {
                buffer[written] = character(escapedAs: letter)
                written += 1
                continue
            }
            var scalar = hexUnit(text, at: read)
            read += 4
            if scalar & 0xFC00 == 0xD800 {
                scalar = 0x10000 + (scalar & 0x3FF) << 10 + hexUnit(text, at: read + 2) & 0x3FF
                read += 6
            }
            for byte in utf8(scalar) {
                buffer[written] = byte
                written += 1
            }
        }
        return written
    }

    private static func utf8(_ scalar: UInt32) -> Unicode.UTF8.EncodedScalar {
        let scalar = Unicode.Scalar(scalar) ?? "\u{FFFD}"  // the scanner lets no lone surrogate pass
        return UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }

    private static func hexUnit(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 << 4 | UInt32(Bytes.hexDigit(text[index + $1]) ?? 0) }
    }

    /// A letter for some control characters, anything else for itself.
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
