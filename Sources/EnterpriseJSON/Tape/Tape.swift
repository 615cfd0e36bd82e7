/// A JSON text and its tape: a word for each value and key, in the order of the text.
///
/// Trivial on purpose, so that a copy costs nothing; `DecodingSession` or `withTape` owns the memory. Every index comes
/// from `JSONScanner`, which wrote only words of values that it has read to their end.
struct Tape {
    var base: UnsafePointer<UInt8>
    var byteCount: Int
    var words: UnsafeMutablePointer<UInt64>
    var count = 0
    var capacity: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        byteCount = bytes.count
        // A word for eight bytes is what records need; it grows where that is too little.
        capacity = bytes.count / 8 + 32
        words = .allocate(capacity: capacity)
        // An empty buffer may have no address; no byte is read through this one then.
        base =
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            ?? UnsafePointer(UnsafeRawPointer(words).assumingMemoryBound(to: UInt8.self))
    }

    func deallocate() { words.deallocate() }

    @inline(never) mutating func grow() {
        let smaller = words
        moveToLargerWords()
        smaller.deallocate()
    }

    /// Copies the words to where there is room for twice as many, and leaves the old ones to the caller.
    mutating func moveToLargerWords() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity * 2)
        larger.update(from: words, count: count)
        words = larger
        capacity *= 2
    }

    @inline(__always) subscript(index: Int) -> TapeWord {
        TapeWord(bits: words[index])
    }

    /// Adds a word; there has to be room.
    @inline(__always) mutating func append(_ word: TapeWord) {
        words[count] = word.bits
        count &+= 1
    }

    /// Adds the word of a string or number, and one more where the length needs it.
    @inline(__always) mutating func append(_ tag: TapeWord.Tag, offset: Int, length: Int) {
        guard length >= TapeWord.maximumLength else { return append(TapeWord(tag, offset: offset, length: length)) }
        append(TapeWord(tag, offset: offset, length: TapeWord.maximumLength))
        append(TapeWord(bits: UInt64(length)))
    }

    /// Where the value or key after the one at `index` begins.
    @inline(__always) func index(after index: Int) -> Int {
        let word = self[index]
        if word.isContainer { return self[index &+ 1].end }
        return index &+ (word.length == TapeWord.maximumLength ? 2 : 1)
    }

    /// How many bytes the string or number at `index` has.
    @inline(__always) func length(at index: Int) -> Int {
        let length = self[index].length
        return length == TapeWord.maximumLength ? Int(words[index &+ 1]) : length
    }

    /// The bytes of the string, between its quotes, or of the number at `index`.
    @inline(__always) func text(at index: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + self[index].offset, count: length(at: index))
    }

    /// How many elements the array, or members the object, at `index` has.
    func elementCount(at index: Int) -> Int {
        let word = self[index + 1]
        guard word.count == TapeWord.maximumCount else { return word.count }
        var (count, next) = (0, index + 2)
        while next < word.end { (count, next) = (count + 1, self.index(after: next)) }
        return self[index].isObject ? count / 2 : count
    }
}
