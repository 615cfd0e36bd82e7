import Foundation

/// The values that stand in a form as one text.
enum FormText {
    /// The text of a plain value; nil when the value is none, and encodes itself as something else.
    static func text(of value: some Encodable, at path: [any CodingKey]) throws -> String? {
        switch value {
        case let value as String: value
        case let value as Bool: value ? "true" : "false"
        case let value as any BinaryInteger: value.description
        case let value as any BinaryFloatingPoint: try number("\(value)", isFinite: value.isFinite, value, at: path)
        case let value as Decimal: try number(value.description, isFinite: value.isFinite, value, at: path)
        case let value as Date: value.formatted(.iso8601)
        case let value as Data: value.base64EncodedString()
        case let value as URL: value.absoluteString
        default: nil
        }
    }

    /// Whole numbers have no point, as in JSON.
    private static func number(_ text: String, isFinite: Bool, _ value: Any, at path: [any CodingKey]) throws -> String
    {
        guard isFinite else {
            let context = EncodingError.Context(codingPath: path, debugDescription: "A form holds finite numbers only.")
            throw EncodingError.invalidValue(value, context)
        }
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
