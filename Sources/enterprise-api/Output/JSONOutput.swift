import Foundation

/// What `--json` prints.
enum JSONOutput {
    /// The value as JSON on several lines, keys in order, so that two runs compare; ends in a line feed.
    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self).terminalSafeJSON + "\n"
    }

    /// The value as JSON on one line, for a reader that takes line by line.
    static func line(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self).terminalSafeJSON + "\n"
    }
}
