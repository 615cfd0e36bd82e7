/// The URL that a response came from, in the parts that a link in it is resolved with.
struct RequestedURL: Sendable {
    /// The client's.
    let baseURL: BaseURL
    /// The server that answered, which is another one after some redirects.
    let origin: String
    /// Path and query, as they were sent.
    let target: String

    init(baseURL: BaseURL, origin: String? = nil, target: String) {
        self.baseURL = baseURL
        self.origin = origin ?? baseURL.origin
        self.target = target
    }

    /// Where a reference leads (RFC 3986 section 5.2): the path below the client's base URL and the query, byte for byte.
    ///
    /// Throws `invalidRequest` when that is outside the base URL: the client's credentials stay at home.
    func resolve(_ reference: String) throws(APIError) -> (path: String, query: String) {
        let link: URLReference
        do { link = try URLReference(reference, origin: origin, target: target) } catch { throw .link(error.problem) }
        guard link.origin == baseURL.origin else {
            throw .link("leads to \(link.origin), and this client belongs to \(baseURL.origin)")
        }
        guard link.path.hasPrefix("\(baseURL.pathPrefix)/") else { throw .link("leads out of \(baseURL)") }
        return (String(link.path.dropFirst(baseURL.pathPrefix.count + 1)), link.query ?? "")
    }
}

extension APIError {
    fileprivate static func link(_ problem: String) -> APIError {
        APIError(.invalidRequest, reason: "the link to the next page \(problem)")
    }
}
