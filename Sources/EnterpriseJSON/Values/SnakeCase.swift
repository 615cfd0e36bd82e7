import Foundation

/// The names of `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase`.
enum SnakeCase {
    /// `one_two_three` as `oneTwoThree`; underscores at both ends stay.
    static func camelCase(_ key: String) -> String {
        guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
            return key
        }
        let words = key[first...last].split(separator: "_")
        guard words.count > 1 else { return key }
        let joined = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
        return key[..<first] + joined + key[key.index(after: last)...]
    }
}
