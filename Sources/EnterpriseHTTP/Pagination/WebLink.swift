/// A link of a `Link` header field (RFC 8288 section 3).
public struct WebLink: Sendable, Hashable {
    /// Where it leads, as the server wrote it: often relative to the URL of the request.
    public var target: String
    /// What it stands for, in lower case, such as `next`.
    public var relations: [String]
    /// All of its attributes, by name in lower case; the first of each name.
    public var attributes: [String: String]

    /// A link of these parts.
    init(target: String, attributes: [String: String]) {
        self.target = target
        self.attributes = attributes
        relations = (attributes["rel"] ?? "").lowercased().split { $0 == " " || $0 == "\t" }.map(String.init)
    }
}

extension HTTPHeaders {
    /// The links of all `Link` fields, in order. What is no link ends the reading of its field.
    public var links: [WebLink] {
        values(for: "Link").flatMap { value in
            var parser = WebLinkParser(value)
            return parser.links()
        }
    }

    /// The target of the first link of a relation, such as `next`; links that belong to another resource (by an
    /// `anchor`) are left out.
    public func link(_ relation: String) -> String? {
        links.first { $0.relations.contains(relation.lowercased()) && $0.attributes["anchor"] == nil }?.target
    }
}
