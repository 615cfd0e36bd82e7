import Foundation

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
    public var items: [Item] { didSet { verbatim = nil } }

    /// The query of a link, sent byte for byte until the items are changed.
    private var verbatim: String?

    /// The items of a query, in order; none by default.
    public init(_ items: [Item] = []) { self.items = items }

    /// A query that is encoded already, from a link of the server's.
    init(encoded: String) {
        items = encoded.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = parts.map { $0.replacing("+", with: " ").removingPercentEncoding ?? String($0) }
            return Item(name: texts[0], value: texts.dropFirst().first ?? "")
        }
        verbatim = encoded
    }

    /// The items of a literal; those whose value is nil are left out.
    public init(dictionaryLiteral elements: (String, (any LosslessStringConvertible)?)...) {
        items = elements.compactMap { name, value in value.map { Item(name: name, value: $0.description) } }
    }

    /// The query as it is sent, without the `?`.
    var encoded: String {
        verbatim
            ?? items.map {
                "\(PercentEncoding.component.encode($0.name))=\(PercentEncoding.component.encode($0.value))"
            }
            .joined(separator: "&")
    }
}
