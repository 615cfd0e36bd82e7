extension Tape {
    /// Up to so many keys are compared each with each; more go into a `KeyIndex`.
    static let comparedKeys = 40

    @inline(__always) func setTag(_ tag: TapeWord.Tag, at index: Int) {
        words[index] = words[index] & ~0xF | tag.rawValue
    }

    /// Whether two keys stand for the same characters (section 8.3).
    func keysAreEqual(_ left: Int, _ right: Int) -> Bool {
        let (leftWord, rightWord) = (self[left], self[right])
        if leftWord.has(.string), rightWord.has(.string) {
            let (leftText, rightText) = (text(at: left), text(at: right))
            guard leftText.count == rightText.count else { return false }
            return Bytes.areEqual(base + leftWord.offset, base + rightWord.offset, count: leftText.count)
        }
        return withCharacters(at: left) { left in
            withCharacters(at: right) { right in left.elementsEqual(right) }
        }
    }

    /// Whether the key at `index` stands for those characters.
    func key(at index: Int, equals characters: UnsafeBufferPointer<UInt8>) -> Bool {
        withCharacters(at: index) { $0.count == characters.count && $0.elementsEqual(characters) }
    }

    /// Makes an object one whose keys differ: of those that are the same, the first counts.
    func compareKeys(ofObjectAt object: Int) {
        let end = self[object + 1].end
        var key = object + 2
        while key < end {
            if !self[key].has(.shadowedKey) {
                var earlier = object + 2
                while earlier < key {
                    if self[earlier].shape == self[key].shape || self[earlier].has(.escapedString)
                        || self[key].has(.escapedString), keysAreEqual(earlier, key)
                    {
                        setTag(.shadowedKey, at: key)
                        break
                    }
                    earlier = index(after: index(after: earlier))
                }
            }
            key = index(after: index(after: key))
        }
        setTag(.object, at: object)
    }

    /// Calls `body` with the tape indices of each key of an object, and of its value.
    func forEachMember(ofObjectAt object: Int, _ body: (_ key: Int, _ value: Int) throws -> Void) rethrows {
        let end = self[object + 1].end
        var key = object + 2
        while key < end {
            let value = index(after: key)
            if !self[key].has(.shadowedKey) { try body(key, value) }
            key = index(after: value)
        }
    }

    /// The first key of the text that was there before in its object.
    func firstRepeatedKey() -> Int? {
        var next = 0
        while next < count {
            if self[next].has(.unprovenObject) { _ = KeyIndex(self, object: next) }
            next += self[next].isContainer || self[next].length == TapeWord.maximumLength ? 2 : 1
        }
        next = 0
        while next < count {
            if self[next].has(.shadowedKey) { return next }
            next += self[next].isContainer || self[next].length == TapeWord.maximumLength ? 2 : 1
        }
        return nil
    }
}
