/// The URL that a response came from, in the parts that a link in it is resolved with.
struct RequestedURL: Sendable {
    /// The client's.
    let baseURL: BaseURL
    /// Path and query, as they were sent.
    let target: String

    /// Where a reference leads (RFC 3986 section 5.2): the path below the client's base URL and the query, byte for byte.
    ///
    /// Throws `invalidRequest` when that is outside the base URL: the client's credentials stay at home.
    func resolve(_ reference: String) throws(APIError) -> (path: String, query: String) {
        guard reference.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .link("is no URI") }
        var (path, query) = Self.split(reference.prefix { $0 != "#" })
        let current = Self.split(target[...])
        if let absolute = absolute(path) {
            let rest = absolute.drop { $0 != "/" }.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            let origin = absolute.prefix { $0 != "/" } + "//" + rest[..<end]
            guard let other = try? BaseURL(String(origin)) else { throw .link("leads to no http or https server") }
            guard other.origin == baseURL.origin else {
                throw .link("leads to \(other.origin), and this client belongs to \(baseURL.origin)")
            }
            path = rest[end...]
        } else if path.isEmpty {
            path = current.path
            query = query ?? current.query
        } else if !path.hasPrefix("/") {
            let folder = current.path.lastIndex(of: "/").map { current.path[...$0] } ?? "/"
            path = folder + path
        }
        let whole = path.isEmpty ? "/" : Self.withoutDotSegments(path)
        guard whole.hasPrefix("\(baseURL.pathPrefix)/") else { throw .link("leads out of \(baseURL)") }
        return (String(whole.dropFirst(baseURL.pathPrefix.count + 1)), String(query ?? ""))
    }

    /// A reference with its scheme, when it has a scheme or an authority.
    private func absolute(_ path: Substring) -> Substring? {
        if path.hasPrefix("//") { return baseURL.origin.prefix { $0 != "/" } + path }
        let scheme = path.prefix { $0 != ":" && $0 != "/" }
        return scheme.endIndex < path.endIndex && path[scheme.endIndex] == ":" ? path : nil
    }

    private static func split(_ target: Substring) -> (path: Substring, query: Substring?) {
        guard let mark = target.firstIndex(of: "?") else { return (target, nil) }
        return (target[..<mark], target[target.index(after: mark)...])
    }

    /// RFC 3986 section 5.2.4, for a path that begins with a slash.
    private static func withoutDotSegments(_ path: Substring) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for (index, segment) in segments.enumerated() {
            if segment == "..", kept.count > 1 { kept.removeLast() }
            if segment != ".", segment != ".." {
                kept.append(segment)
            } else if index == segments.count - 1 {
                kept.append("")
            }
        }
        return kept.joined(separator: "/")
    }
}

extension APIError {
    fileprivate static func link(_ problem: String) -> APIError {
        APIError(.invalidRequest, reason: "the link to the next page \(problem)")
    }
}
