public import Foundation

/// The grammar of JSON (RFC 8259), strict: what a peer may have meant is never guessed.
///
/// Refused are, among others: bytes that are not UTF-8, a lone surrogate in an escape, a leading zero, a trailing
/// comma, a control character in a string, anything after the value, and more than `maximumDepth` levels.
/// A byte order mark at the start is accepted (section 8.1 allows it).
public enum JSONSyntax {
    /// How many arrays and objects may be open at once.
    public static let maximumDepth = 512

    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Throws the first place where the bytes are not one JSON text.
    public static func validate(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
        if let error = firstError(in: bytes) { throw error }
    }

    /// Throws the first place where the data is not one JSON text.
    /// - Parameters:
    ///   - data: the text.
    ///   - refusesDuplicateKeys: whether the keys of an object have to differ. The grammar lets them be the same, and
    ///     readers disagree about which one counts (section 4).
    public static func validate(_ data: Data, refusesDuplicateKeys: Bool = false) throws(JSONSyntaxError) {
        let error = data.withUnsafeBytes { firstError(in: $0, refusesDuplicateKeys: refusesDuplicateKeys) }
        if let error { throw error }
    }

    private static func firstError(
        in bytes: UnsafeRawBufferPointer,
        refusesDuplicateKeys: Bool = false
    ) -> JSONSyntaxError? {
        do {
            let tape = try JSONScanner.scan(bytes)
            defer { tape.deallocate() }
            guard refusesDuplicateKeys, let key = tape.firstRepeatedKey() else { return nil }
            return JSONSyntaxError("a key comes twice in an object", at: tape[key].offset - 1, in: bytes)
        } catch {
            return JSONSyntaxError(error.reason, at: error.offset, in: bytes)
        }
    }
}
