import Foundation

/// Any JSON value, as far as reading a configuration needs it.
enum JSONValue: Decodable {
    case null
    case bool(Bool)
    /// Nil where the number is beyond the type's range.
    case number(Double?, Decimal?)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONValue].self) {
            self = .array(elements)
        } else {
            self = .number(try? container.decode(Double.self), try? container.decode(Decimal.self))
        }
    }

    /// What kind of value it is, for an error.
    var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
