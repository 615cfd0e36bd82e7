/// One pass over the bytes of a JSON text that checks all of it (RFC 8259) and fills the tape.
///
/// Nesting is kept in a buffer, not on the call stack.
struct JSONScanner {
    struct Failure: Error {
        let reason: String
        let offset: Int
    }

    /// An array or object that is open; it stays as what was last there when it is closed.
    struct Level {
        var start = 0
        var count = 0
        var closer: UInt8 = 0
        /// Whether every key so far was, in this order, one of the object before, whose keys differ.
        var isPredicted = false
        /// Where on the tape the next key of the object that was here before is, and that object's end.
        var prediction = 0
        var predictionEnd = 0
        /// The object that was here before; 0 for none, as an object within another is never the first value.
        var previous = 0
    }

    var tape: Tape
    let end: Int
    var offset = 0
    private let levels: UnsafeMutableBufferPointer<Level>
    private var depth = 0
    /// How many of `levels` hold something.
    private var usedLevels = 0

    private init(_ bytes: UnsafeRawBufferPointer, levels: UnsafeMutableBufferPointer<Level>) {
        tape = Tape(bytes)
        end = bytes.count
        self.levels = levels
    }

    /// The tape of that text; the caller has to deallocate it.
    static func scan(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Tape {
        let levels = UnsafeMutableBufferPointer<Level>.allocate(capacity: JSONSyntax.maximumDepth + 1)
        defer { levels.deallocate() }
        var scanner = JSONScanner(bytes, levels: levels)
        do {
            try scanner.scanText()
            return scanner.tape
        } catch {
            scanner.tape.deallocate()
            throw error
        }
    }

    /// Scans the one value that a JSON text is (section 2).
    private mutating func scanText() throws(Failure) {
        guard end < TapeWord.maximumOffset else { throw Failure(reason: "longer than can be read", offset: 0) }
        if end >= 3, byte(0) == 0xEF, byte(1) == 0xBB, byte(2) == 0xBF { offset = 3 }
        while true {
            // A value and a key take two words each at most.
            if tape.count &+ 8 > tape.capacity { try grow() }
            skipSpace()
            guard offset < end else { throw failure("expected a value") }
            let first = byte(offset)
            switch first {
            case UInt8(ascii: "\""): try scanString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                try open(first)
                skipSpace()
                if offset == end || byte(offset) != levels[depth].closer {
                    if first == UInt8(ascii: "{") { try scanKey() }
                    continue
                }
                close()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
            case UInt8(ascii: "t"): try scanLiteral("true", .true)
            case UInt8(ascii: "f"): try scanLiteral("false", .false)
            case UInt8(ascii: "n"): try scanLiteral("null", .null)
            default: throw failure("expected a value")
            }
            // A value has ended here; and with it, maybe, what it is in.
            if try endValue() { return }
        }
    }

    /// Reads on to the next value, or to the end of the text and returns true.
    @inline(__always) private mutating func endValue() throws(Failure) -> Bool {
        while true {
            skipSpace()
            guard depth > 0 else {
                guard offset == end else { throw failure("expected nothing after the value") }
                return true
            }
            levels[depth].count &+= 1
            let closer = levels[depth].closer
            guard offset < end else { throw failure(#"expected "," or "\#(Character(Unicode.Scalar(closer)))""#) }
            if byte(offset) == UInt8(ascii: ",") {
                offset &+= 1
                if closer == UInt8(ascii: "}") { try scanKey() }
                return false
            }
            guard byte(offset) == closer else {
                throw failure(#"expected "," or "\#(Character(Unicode.Scalar(closer)))""#)
            }
            close()
        }
    }

    private mutating func grow() throws(Failure) {
        // Containers keep their place in 32 bits.
        guard tape.count < Int(UInt32.max) - 16 else { throw failure("more values than can be read") }
        tape.grow()
    }

    @inline(__always) private mutating func open(_ opener: UInt8) throws(Failure) {
        guard depth < JSONSyntax.maximumDepth else {
            throw failure("nested deeper than \(JSONSyntax.maximumDepth) levels")
        }
        depth &+= 1
        if depth > usedLevels {
            levels.initializeElement(at: depth, to: Level())
            usedLevels = depth
        }
        levels[depth].start = tape.count
        levels[depth].count = 0
        levels[depth].closer = opener + 2  // in ASCII, "]" is two after "[", and "}" two after "{"
        if opener == UInt8(ascii: "{") {
            let previous = levels[depth].previous
            levels[depth].isPredicted = previous > 0 && tape[previous].has(.object)
            levels[depth].prediction = previous + 2
            levels[depth].predictionEnd = previous > 0 ? tape[previous + 1].end : 0
            tape.append(TapeWord(.unprovenObject, offset: offset))
        } else {
            tape.append(TapeWord(.array, offset: offset))
        }
        tape.append(TapeWord(bits: 0))
        offset &+= 1
    }

    /// Ends the innermost array or object, whose closing bracket is next.
    @inline(__always) private mutating func close() {
        offset &+= 1
        let level = levels[depth]
        tape.words[level.start &+ 1] = TapeWord(end: tape.count, count: level.count).bits
        if level.closer == UInt8(ascii: "}") {
            if level.isPredicted {
                tape.setTag(.object, at: level.start)
            } else if level.count <= Tape.comparedKeys {
                tape.compareKeys(ofObjectAt: level.start)
            }
            levels[depth].previous = level.start
        }
        depth &-= 1
    }
}

extension JSONScanner {
    @inline(__always) private mutating func scanKey() throws(Failure) {
        skipSpace()
        guard offset < end, byte(offset) == UInt8(ascii: "\"") else { throw failure("expected a key in double quotes") }
        let prediction = levels[depth].prediction
        if prediction < levels[depth].predictionEnd, let length = predictedLength(at: prediction) {
            tape.append(TapeWord(.string, offset: offset &+ 1, length: length))
            offset &+= length &+ 2
            levels[depth].prediction = tape.index(after: prediction &+ 1)
        } else {
            let key = tape.count
            try scanString()
            if levels[depth].isPredicted { followPrediction(fromKeyAt: key) }
        }
        skipSpace()
        guard offset < end, byte(offset) == UInt8(ascii: ":") else { throw failure(#"expected ":" after the key"#) }
        offset &+= 1
    }

    /// The length of the key of an earlier object if the next bytes are the same, closing quote included.
    @inline(__always) private func predictedLength(at index: Int) -> Int? {
        let word = tape[index]
        let length = word.length
        guard word.has(.string), length < TapeWord.maximumLength, end &- offset >= length &+ 2 else { return nil }
        let earlier = tape.base + word.offset
        let candidate = tape.base + (offset &+ 1)
        guard candidate[length] == UInt8(ascii: "\"") else { return nil }
        // The quote is among what is compared, so that one load each does for a key of up to seven bytes.
        return Bytes.areEqual(candidate, earlier, count: length) ? length : nil
    }

    /// Goes on with the prediction after a key that was not the next: it may be a later one.
    private mutating func followPrediction(fromKeyAt key: Int) {
        var candidate = levels[depth].prediction
        while candidate < levels[depth].predictionEnd {
            let next = tape.index(after: tape.index(after: candidate))
            if !tape[candidate].has(.shadowedKey), tape.keysAreEqual(candidate, key) {
                levels[depth].prediction = next
                return
            }
            candidate = next
        }
        levels[depth].isPredicted = false
    }

    private mutating func scanLiteral(_ literal: StaticString, _ tag: TapeWord.Tag) throws(Failure) {
        tape.append(TapeWord(tag, offset: offset))
        for index in 0..<literal.utf8CodeUnitCount {
            guard offset < end, byte(offset) == literal.utf8Start[index] else {
                throw failure("expected \"\(literal)\"")
            }
            offset &+= 1
        }
    }

    @inline(__always) func byte(_ index: Int) -> UInt8 { tape.base[index] }

    @inline(__always) private mutating func skipSpace() {
        guard offset < end, byte(offset) <= 0x20 else { return }
        skipMoreSpace()
    }

    private mutating func skipMoreSpace() {
        while offset < end {
            switch byte(offset) {
            case 0x20, 0x0A, 0x0D, 0x09: offset &+= 1
            default: return
            }
        }
    }

    @inline(never) func failure(_ reason: String) -> Failure {
        Failure(reason: offset >= end ? "\(reason), found the end" : reason, offset: offset)
    }
}
