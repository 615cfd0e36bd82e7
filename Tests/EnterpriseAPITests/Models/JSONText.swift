import Foundation
import Testing

/// The value in a JSON text, read by a decoder without any strategy.
func decoded<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}

/// The value as JSON text with sorted keys, written by an encoder without any strategy.
func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Where decoding fails, such as "0.birthday"; for a missing key the key itself is part of it.
func failingPath<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> String {
    let error = try #require(throws: DecodingError.self) { try decoded(json, as: type) }
    let path =
        switch error {
        case .keyNotFound(let key, let context): context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: [any CodingKey]()
        }
    return path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
}
