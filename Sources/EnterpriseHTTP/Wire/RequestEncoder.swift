import Foundation

/// Turns a typed request into a wire request: the one place where rules, path, query, headers and body come together.
struct RequestEncoder: Sendable {
    let baseURL: BaseURL
    let headers: HTTPHeaders
    let timeout: Duration?

    private static let defaults: HTTPHeaders = [
        "User-Agent": "EnterpriseAPI/\(SDKVersion.current) (Linux)"
    ]

    init(baseURL: BaseURL, headers: HTTPHeaders, timeout: Duration?) {
        self.baseURL = baseURL
        self.headers = Self.defaults.merging(headers)
        self.timeout = timeout
    }

    func encode<R: Request>(_ request: R, endpoint: String) throws(APIError) -> WireRequest {
        do { try request.validate() } catch let error as APIError { throw error } catch {
            throw APIError(.invalidInput, reason: "\(error)", underlying: error)
        }
        let path = request.path
        guard request.method.rawValue.isToken else { throw APIError(.invalidRequest, reason: "the method is no token") }
        if let violation = path.violation { throw APIError(.invalidRequest, reason: violation) }

        var fields = headers
        let body: RequestBody?
        do { body = try request.body?.encoded() } catch {
            throw APIError(.invalidRequest, reason: "the body can't be encoded", underlying: error)
        }
        if fields["Accept"] == nil { fields["Accept"] = request.accept }
        if let body, let type = request.contentType ?? body.contentType { fields["Content-Type"] = type }
        if let key = request.idempotencyKey { fields["Idempotency-Key"] = key.value }
        fields = fields.merging(request.headers)
        if let violation = fields.violation { throw APIError(.invalidRequest, reason: violation) }

        let query = request.query.encoded
        return WireRequest(
            endpoint: endpoint,
            method: request.method,
            origin: baseURL.origin,
            target: "\(baseURL.pathPrefix)/\(path.encoded)\(query.isEmpty ? "" : "?\(query)")",
            headers: fields,
            authorization: request.authorization,
            body: body,
            isIdempotent: request.isIdempotent || fields["Idempotency-Key"] != nil,
            delivery: request.isStreamed ? .streamed(hasDeadline: request.timeout != nil) : .buffered,
            // A longer limit than a year is none, and must not overflow the clock.
            deadline: (request.timeout ?? timeout).map { .now + min($0, .seconds(31_536_000)) }
        )
    }
}

extension IdempotencyKey {
    fileprivate var value: String {
        switch self {
        case .automatic: UUID().uuidString
        case .custom(let key): key
        }
    }
}

/// The version of this package.
public enum SDKVersion {
    /// Semantic version, as sent in `User-Agent`.
    public static let current = "0.1.0"
}
