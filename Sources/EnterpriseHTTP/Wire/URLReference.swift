/// Where a reference leads (RFC 3986 section 5.2): byte for byte, as what stands in `WireRequest`.
struct URLReference: Sendable, Hashable {
    /// Why a reference leads nowhere, in words that follow its name; never the reference itself.
    struct Invalid: Error {
        let problem: String
    }

    /// Scheme, host and port, as in `BaseURL.origin`.
    let origin: String
    /// Begins with a slash.
    let path: String
    /// Without the question mark; nil when there is none.
    let query: String?

    /// Path and query, as `WireRequest.target` has them.
    var target: String { path + (query.map { "?\($0)" } ?? "") }

    /// Resolves a reference that stands in an answer to a request for `target` of `origin`. Its fragment is left out.
    init(_ reference: String, origin: String, target: String) throws(Invalid) {
        guard reference.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw Invalid(problem: "is no URI") }
        var (path, query) = Self.split(reference.prefix { $0 != "#" })
        let current = Self.split(target[...])
        if let absolute = Self.absolute(path, scheme: origin.prefix { $0 != "/" }) {
            let rest = absolute.drop { $0 != "/" }.dropFirst(2)
            let end = rest.firstIndex(of: "/") ?? rest.endIndex
            let server = absolute.prefix { $0 != "/" } + "//" + rest[..<end]
            guard let other = try? BaseURL(String(server)) else {
                throw Invalid(problem: "leads to no http or https server")
            }
            self.origin = other.origin
            path = rest[end...]
        } else {
            self.origin = origin
            if path.isEmpty {
                path = current.path
                query = query ?? current.query
            } else if !path.hasPrefix("/") {
                let folder = current.path.lastIndex(of: "/").map { current.path[...$0] } ?? "/"
                path = folder + path
            }
        }
        self.path = path.isEmpty ? "/" : Self.withoutDotSegments(path)
        self.query = query.map(String.init)
    }

    /// A reference with its scheme, when it has a scheme or an authority.
    private static func absolute(_ path: Substring, scheme current: Substring) -> Substring? {
        if path.hasPrefix("//") { return current + path }
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
