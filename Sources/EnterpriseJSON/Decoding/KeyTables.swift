/// The UTF-8 of keys, so that each key of an enum is asked for its name once.
///
/// A key type of one byte, as an enum of up to 256 cases is, can be told by that byte: nothing else of a value is there
/// that its name could depend on.
struct KeyTables {
    private var tables: [Table] = []

    struct Table {
        let type: ObjectIdentifier
        let keys: UnsafeMutablePointer<KeyText>
    }

    /// Bytes above are not remembered.
    static let size = 64

    /// The names of a type's keys by their byte; nil when the type is larger.
    mutating func table<Key: CodingKey>(for type: Key.Type) -> UnsafeMutablePointer<KeyText>? {
        guard MemoryLayout<Key>.size <= 1 else { return nil }
        let identifier = ObjectIdentifier(type)
        for table in tables where table.type == identifier { return table.keys }
        let keys = UnsafeMutablePointer<KeyText>.allocate(capacity: Self.size)
        keys.initialize(repeating: KeyText(), count: Self.size)
        tables.append(Table(type: identifier, keys: keys))
        return keys
    }

    func deallocate() {
        for table in tables {
            for index in 0..<Self.size { table.keys[index].deallocate() }
            table.keys.deallocate()
        }
    }
}

/// The UTF-8 of one key, ready to be compared.
struct KeyText {
    /// What a word of the tape with this key has in `TapeWord.shapeMask`; 0 when the key was not asked for yet.
    private(set) var shape: UInt64 = 0
    private(set) var bytes: UnsafeMutablePointer<UInt8>?
    private(set) var count = 0

    var characters: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: count) }

    init() {}

    init(_ name: String) {
        let utf8 = name.utf8
        count = utf8.count
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(count, 1))
        _ = UnsafeMutableBufferPointer(start: bytes, count: count).initialize(from: utf8)
        self.bytes = bytes
        shape = TapeWord(.string, offset: 0, length: min(count, TapeWord.maximumLength)).bits
    }

    func deallocate() { bytes?.deallocate() }
}

extension Tape {
    /// The tape index of the value of a key, beginning at the member after the one that was found last.
    @inline(__always) func value(of key: KeyText, inObjectAt object: Int) -> Int? {
        let word = self[object]
        let first = object &+ 2
        let begin = first &+ word.length
        let end = self[object &+ 1].end
        if begin < end, matches(begin, key) { return found(begin, in: object, word) }
        return search(key, object: object, from: begin, end: end)
    }

    @inline(never) private func search(_ key: KeyText, object: Int, from begin: Int, end: Int) -> Int? {
        var candidate = begin
        while candidate < end {
            if matches(candidate, key) { return found(candidate, in: object, self[object]) }
            candidate = index(after: index(after: candidate))
        }
        candidate = object &+ 2
        while candidate < begin {
            if matches(candidate, key) { return found(candidate, in: object, self[object]) }
            candidate = index(after: index(after: candidate))
        }
        return nil
    }

    /// Lets the next look-up begin after the member of that key.
    func remember(_ key: Int, inObjectAt object: Int) {
        _ = found(key, in: object, self[object])
    }

    /// Remembers where the next member is, and returns where the value is.
    @inline(__always) private func found(_ key: Int, in object: Int, _ word: TapeWord) -> Int {
        let value = index(after: key)
        let next = index(after: value) &- object &- 2
        let hint = next < TapeWord.maximumLength ? next : 0
        words[object] = word.bits & ~(TapeWord.shapeMask & ~0xF) | UInt64(truncatingIfNeeded: hint) << 4
        return value
    }

    @inline(__always) private func matches(_ index: Int, _ key: KeyText) -> Bool {
        let word = self[index]
        if word.shape == key.shape, let bytes = key.bytes, key.count < TapeWord.maximumLength {
            return Bytes.areEqual(base + word.offset, bytes, count: key.count)
        }
        guard word.has(.escapedString) || word.length == TapeWord.maximumLength, !word.has(.shadowedKey) else {
            return false
        }
        return self.key(at: index, equals: key.characters)
    }
}
