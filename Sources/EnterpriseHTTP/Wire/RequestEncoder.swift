import Foundation

/// Turns a typed request into a wire request: the one place where rules, path, query, headers and body come together.
struct RequestEncoder: Sendable {
    let baseURL: BaseURL
    let headers: HTTPHeaders
    let timeout: Duration?
    let clock: CallClock

    private static let defaults: HTTPHeaders = [
        "User-Agent": "EnterpriseAPI/\(SDKVersion.current) (Linux)"
    ]

    init(baseURL: BaseURL, headers: HTTPHeaders, timeout: Duration?, clock: CallClock = .continuous) {
        self.baseURL = baseURL
        self.headers = Self.defaults.merging(headers)
        self.timeout = timeout
        self.clock = clock
    }

    func encode<R: Request>(_ request: R, endpoint: String) throws(APIError) -> WireRequest {
        do { try request.validate() } catch let error as APIError { throw error } catch {
            throw APIError(.invalidInput, reason: "\(error)", underlying: error)
        }
        let limit = timeLimit(of: request)
        if let deadline = limit.deadline, deadline <= clock.now() {
            throw APIError.waitedInVain("the time limit had passed before the call began")
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

        // The call's own key alone: one among the client's headers would be the same for every call.
        let key =
            request.headers["Idempotency-Key"] ?? (request.idempotencyKey == nil ? nil : fields["Idempotency-Key"])
        let hasKey = key?.isEmpty == false
        let query = request.query.encoded
        return WireRequest(
            endpoint: endpoint,
            method: request.method,
            origin: baseURL.origin,
            target: "\(baseURL.pathPrefix)/\(path.encoded)\(query.isEmpty ? "" : "?\(query)")",
            headers: fields,
            authorization: request.authorization,
            body: body,
            isIdempotent: request.isIdempotent || hasKey,
            delivery: request.isStreamed ? .streamed(hasDeadline: limit.includesStream) : .buffered,
            redirects: request.redirects,
            deadline: limit.deadline,
            idleTimeout: request.idleTimeout
        )
    }

    /// The earlier of the request's own limit, else the client's, and that of the task. The client's does not count for
    /// a streamed response whose task has one: it would have to end with the head, and the task's must not.
    private func timeLimit(
        of request: some Request
    ) -> (deadline: ContinuousClock.Instant?, includesStream: Bool) {
        let ofTask = Deadline.current
        let isTaskAlone = request.isStreamed && ofTask != nil
        let timeout = request.timeout ?? (isTaskAlone ? nil : timeout)
        let own = timeout.map { Deadline.instant(after: $0, from: clock.now()) }
        return ([own, ofTask].compactMap(\.self).min(), request.timeout != nil || ofTask != nil)
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
