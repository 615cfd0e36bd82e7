/// Header fields in the order they were set or received; names compare without regard to case (RFC 9110 section 5.1).
///
/// A field may stand more than once, as `Set-Cookie` does. Printing it shows the values of a few harmless fields only.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One header field.
    public struct Field: Sendable, Hashable {
        /// The name as it was written.
        public var name: String
        /// The value without white space around it.
        public var value: String

        /// A field of this name and value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    private var fields: [Field]

    /// No fields.
    public init() { fields = [] }

    /// The fields of a literal, in its order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first field's value, or nil. Setting replaces every field of the name; nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.equalsIgnoringCase(name) }?.value }
        set {
            let index = fields.firstIndex { $0.name.equalsIgnoringCase(name) } ?? fields.endIndex
            fields.removeAll { $0.name.equalsIgnoringCase(name) }
            if let newValue { fields.insert(Field(name: name, value: newValue), at: index) }
        }
    }

    /// The values of all fields of a name, in order.
    public func values(for name: String) -> [String] {
        fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    }

    /// Adds a field and keeps those of the same name.
    public mutating func add(name: String, value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// These fields, with every field of a name that `other` also has replaced by the other's.
    public func merging(_ other: HTTPHeaders) -> HTTPHeaders {
        guard !other.isEmpty else { return self }
        var merged = self
        merged.fields.removeAll { field in other.fields.contains { $0.name.equalsIgnoringCase(field.name) } }
        merged.fields += other.fields
        return merged
    }
}

extension HTTPHeaders: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }
    /// The field at a position.
    public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPHeaders: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Fields whose values say nothing about a person or a session.
    fileprivate static let printable: Set<String> = [
        "accept", "accept-encoding", "content-encoding", "content-length", "content-type", "date", "retry-after",
        "server",
        "user-agent", "x-request-id",
    ]

    /// The names, and the values of the fields that hold no secret.
    public var description: String { "[\(fields.map(\.description).joined(separator: ", "))]" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// Shows no more than `description` does.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name, and the value if it holds no secret.
    public var description: String {
        "\(name): \(HTTPHeaders.printable.contains(name.lowercased()) ? value : "<redacted>")"
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// Shows no more than `description` does.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}

extension String {
    /// Compares ASCII letters without regard to case, as header names, schemes and tokens do.
    package func equalsIgnoringCase(_ other: String) -> Bool {
        let (mine, theirs) = (utf8, other.utf8)
        return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    /// The lower-case form of an ASCII letter; any other byte as it is.
    package var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
