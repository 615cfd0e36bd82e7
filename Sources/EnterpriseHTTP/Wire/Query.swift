/// The query of a request: names and values in order, as in `["page": 2, "tag": "a&b", "all": nil]`.
///
/// A nil value leaves its name out. Every byte but RFC 3986's unreserved ones is percent-encoded, a space as `%20`.
public struct Query: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One name and its value, not yet encoded.
    public struct Item: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// A name and its value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The items in the order they are sent.
    public var items: [Item]

    /// The items of a query, in order; none by default.
    public init(_ items: [Item] = []) { self.items = items }

    /// The items of a literal; those whose value is nil are left out.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible)?)...) {
        items = elements.compactMap { name, value in value.map { Item(name: name, value: $0.description) } }
    }

    /// The query as it is sent, without the `?`.
    var encoded: String {
        items.map { "\(PercentEncoding.component.encode($0.name))=\(PercentEncoding.component.encode($0.value))" }
            .joined(separator: "&")
    }
}
