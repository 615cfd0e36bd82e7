/// A hash table of the keys of one object, for objects with many.
///
/// With Swift's seeded hash, so that nobody can choose keys that fall together.
struct KeyIndex {
    /// The tape index of a key in each place that is taken; 0 elsewhere.
    private var slots: [Int]
    private let mask: Int

    /// Indexes the keys; those that were there before are marked as shadowed.
    /// - Parameters:
    ///   - tape: whose tags are set.
    ///   - object: where the object is.
    ///   - repeated: called with each key that was there before.
    init(_ tape: Tape, object: Int, repeated: (Int) -> Void = { _ in }) {
        var size = 64
        while size < tape.elementCount(at: object) * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        mask = size - 1
        tape.forEachMember(ofObjectAt: object) { key, _ in
            let slot = tape.withCharacters(at: key) { self.slot(of: $0, in: tape) }
            if slots[slot] == 0 {
                slots[slot] = key
            } else {
                repeated(key)
                tape.setTag(.shadowedKey, at: key)
            }
        }
        tape.setTag(.object, at: object)
    }

    /// The tape index of the key of those characters.
    func key(_ characters: UnsafeBufferPointer<UInt8>, in tape: Tape) -> Int? {
        let key = slots[slot(of: characters, in: tape)]
        return key == 0 ? nil : key
    }

    /// Where the key of those characters is, or would be.
    private func slot(of characters: UnsafeBufferPointer<UInt8>, in tape: Tape) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(characters))
        var slot = hasher.finalize() & mask
        while slots[slot] != 0, !tape.key(at: slots[slot], equals: characters) { slot = (slot + 1) & mask }
        return slot
    }
}
