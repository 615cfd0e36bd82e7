import Foundation

/// Any JSON, to compare with the contract.
indirect enum JSONTree: Decodable {
    case null, bool, number
    case string(String)
    case array([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else if let members = try? container.decode([String: JSONTree].self) {
            self = .object(members)
        } else if let elements = try? container.decode([JSONTree].self) {
            self = .array(elements)
        } else if (try? container.decode(Bool.self)) != nil {
            self = .bool
        } else {
            _ = try container.decode(Double.self)
            self = .number
        }
    }

    /// The elements of an array; any other value alone.
    var elements: [JSONTree] {
        if case .array(let elements) = self { return elements }
        return [self]
    }

    /// The members of an object; none of any other value.
    var members: [String: JSONTree] {
        if case .object(let members) = self { return members }
        return [:]
    }
}
