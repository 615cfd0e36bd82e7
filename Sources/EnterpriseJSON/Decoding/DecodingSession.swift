import Foundation

/// What one call of `decode` works with: the text, its tape and the decoder's strategies.
///
/// Decoders and containers hold it, so that one that outlives the call stays valid; the call then copies the text.
/// As with Foundation's, those are not `Sendable`, so a session is used by one thread at a time.
final class DecodingSession {
    /// The tape, behind an address that never changes: fields are read through it without counting references.
    let tape: UnsafeMutablePointer<Tape>
    let options: FastJSONDecoder
    /// What is remembered of the types of keys.
    let keyTables: UnsafeMutablePointer<KeyTables>

    let types = TypeTable()
    let hasKeyStrategy: Bool

    /// Where on the tape the values of the text end; absent ones that somebody asked a decoder for come after.
    let endOfText: Int
    var absentValues: [AbsentValue] = []
    /// The names that a key strategy made, by the tape index of the value.
    /// The members of an object by the names that a key strategy made.
    var convertedMembers: [Int: [String: Int]] = [:]
    var convertedNames: [Int: String] = [:]
    var keyIndices: [Int: KeyIndex] = [:]
    var pathFinder = PathFinder()
    private var retiredWords: [UnsafeMutablePointer<UInt64>] = []
    private var ownBytes: UnsafeMutablePointer<UInt8>?

    init(_ tape: Tape, options: FastJSONDecoder) {
        self.tape = .allocate(capacity: 1)
        self.tape.initialize(to: tape)
        keyTables = .allocate(capacity: 1)
        keyTables.initialize(to: KeyTables())
        self.options = options
        endOfText = tape.count
        if case .useDefaultKeys = options.keyDecodingStrategy { hasKeyStrategy = false } else { hasKeyStrategy = true }
    }

    deinit {
        tape.pointee.deallocate()
        tape.deallocate()
        keyTables.pointee.deallocate()
        keyTables.deinitialize(count: 1)
        keyTables.deallocate()
        types.deallocate()
        for words in retiredWords { words.deallocate() }
        ownBytes?.deallocate()
    }

    /// Copies the text, whose memory is the caller's.
    func copyText() {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(tape.pointee.byteCount, 1))
        bytes.update(from: tape.pointee.base, count: tape.pointee.byteCount)
        tape.pointee.base = UnsafePointer(bytes)
        ownBytes = bytes
    }

    /// A null at the end of the tape, for a key that is not there.
    func absentValue(for key: any CodingKey, inObjectAt object: Int) -> Int {
        if tape.pointee.count == tape.pointee.capacity {
            // Somebody who walks the tape may be among the callers, so the old words stay.
            retiredWords.append(tape.pointee.words)
            tape.pointee.moveToLargerWords()
        }
        tape.pointee.append(TapeWord(.null, offset: tape.pointee[object].offset))
        absentValues.append(AbsentValue(object: object, key: key))
        return tape.pointee.count - 1
    }

    /// A value that was asked for and is not there.
    struct AbsentValue {
        let object: Int
        let key: any CodingKey
    }
}
