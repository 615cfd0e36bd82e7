import Foundation

/// The server's name for a thing: a UUID in the current edition, a number or a free name in the older one.
///
/// The SDK never interprets it. It reads a JSON string or a whole number, and encodes exactly what it read:
/// a number stays a number, a string keeps its case.
///
/// Two identifiers are equal when their text is the same, byte for byte, or when both are UUIDs that differ in
/// case only. The number 5 equals the text "5": both stand for the same thing in a path, and a command line
/// can only give text.
public struct Identifier: Sendable {
    /// The identifier as text, exactly as it came.
    public let rawValue: String

    private let isNumber: Bool

    /// An identifier that is a JSON string on the wire.
    public init(_ text: String) {
        rawValue = text
        isNumber = false
    }

    /// An identifier that is a JSON number on the wire.
    public init(_ number: Int64) {
        rawValue = String(number)
        isNumber = true
    }

    private init(_ number: UInt64) {
        rawValue = String(number)
        isNumber = true
    }

    private var uuid: UUID? {
        rawValue.utf8.count == 36 ? UUID(uuidString: rawValue) : nil
    }
}

extension Identifier: Hashable {
    /// Whether both name the same thing; see the type's description.
    public static func == (lhs: Identifier, rhs: Identifier) -> Bool {
        // Not String's `==`, which equates different spellings of an accented letter.
        if lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8) { return true }
        guard let left = lhs.uuid, let right = rhs.uuid else { return false }
        return left == right
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        if let uuid {
            hasher.combine(uuid)
        } else {
            hasher.combine(rawValue)
        }
    }
}

extension Identifier: Codable {
    /// Reads a string or a whole number; throws `DecodingError.typeMismatch` on anything else.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self.init(text)
        } else if let number = try? container.decode(Int64.self) {
            self.init(number)
        } else if let number = try? container.decode(UInt64.self) {
            self.init(number)
        } else if container.decodeNil() {
            throw DecodingError.valueNotFound(
                Identifier.self,
                .init(codingPath: decoder.codingPath, debugDescription: "Expected an id, found null.")
            )
        } else {
            throw DecodingError.typeMismatch(
                Identifier.self,
                .init(codingPath: decoder.codingPath, debugDescription: "Expected an id: a string or a whole number.")
            )
        }
    }

    /// Writes what was read: a string, or a number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if isNumber, let number = Int64(rawValue) {
            try container.encode(number)
        } else if isNumber, let number = UInt64(rawValue) {
            try container.encode(number)
        } else {
            try container.encode(rawValue)
        }
    }
}

extension Identifier: LosslessStringConvertible, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
    /// The identifier as text, exactly as it came.
    public var description: String { rawValue }

    /// An identifier that is a JSON string on the wire.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// An identifier that is a JSON number on the wire.
    public init(integerLiteral number: Int64) {
        self.init(number)
    }
}
