/// Header fields in the order they came, looked up without regard to the case of their names.
///
/// A description shows the names only, since values may be secrets.
public struct ServerHeaders: Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible, CustomReflectable {
    /// The fields, in order, names and values as they were written.
    public private(set) var fields: [(name: String, value: String)]

    /// Header fields in the given order.
    public init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields
    }

    /// Header fields in the given order; a name may come more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { (name: $0.0, value: $0.1) })
    }

    /// Adds a field at the end.
    public mutating func append(_ name: String, _ value: String) {
        fields.append((name, value))
    }

    /// The first field's value, or nil when no field has the name.
    public subscript(name: String) -> String? {
        fields.first { Self.isSame($0.name, name) }?.value
    }

    /// The values of all fields with the name, in order.
    public func values(for name: String) -> [String] {
        fields.filter { Self.isSame($0.name, name) }.map(\.value)
    }

    /// The names, in order.
    public var description: String { "[\(fields.map(\.name).joined(separator: ", "))]" }

    /// The names alone.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.map(\.name)) }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count && zip(left.utf8, right.utf8).allSatisfy { $0.asciiLower == $1.asciiLower }
    }
}

extension UInt8 {
    /// The letter in lower case; any other byte as it is.
    var asciiLower: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    /// Whether the byte may be part of a token, such as a method or a header name (RFC 9110, section 5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
