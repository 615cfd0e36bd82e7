/// When a request is sent again, and how long to wait before that.
///
/// | what happened | idempotent | any other |
/// |---|---|---|
/// | no connection: refused, unreachable, name not found | again | again |
/// | lost, or no answer in time, before a byte of the request went out | again | again |
/// | lost, or no answer in time, after that | again | never |
/// | status 408, 425, 429, 500, 502, 503, 504 | again | never |
/// | anything else, such as `overloaded` or `circuitOpen` | never | never |
///
/// A request is idempotent when its method is (RFC 9110 section 9.2.2), when it says so itself (`Request.isIdempotent`),
/// or when it carries an idempotency key. One whose body can't be produced twice is never sent again, and a response whose
/// head has come is final, also when its stream breaks off.
///
/// The wait between two attempts is what the server asks for with `Retry-After` (RFC 9110 section 10.2.3) and a random
/// part of the backoff. Where the call's deadline comes first, the call ends at once with what the last attempt came to.
public struct RetryPolicy: Sendable, Hashable {
    /// How often a request is sent in all; 1 for never again.
    public var maxAttempts: Int
    /// The most to wait before the second attempt; each further one doubles it. The actual wait is a random part of it, so
    /// that clients do not come back all at once.
    public var firstBackoff: Duration
    /// The most that doubling leads to.
    public var maxBackoff: Duration
    /// The longest `Retry-After` that is waited for; when the server asks for more, its answer is final.
    public var maxRetryAfter: Duration
    /// The status codes after which an idempotent request is sent again.
    public var statuses: StatusCodes

    /// Three attempts, with up to 100 ms and 200 ms between them.
    public static let standard = RetryPolicy()
    /// Never again.
    public static let none = RetryPolicy(maxAttempts: 1)

    /// A policy of these numbers.
    public init(
        maxAttempts: Int = 3,
        firstBackoff: Duration = .milliseconds(100),
        maxBackoff: Duration = .seconds(10),
        maxRetryAfter: Duration = .seconds(300),
        statuses: StatusCodes = [408, 425, 429, 500, 502, 503, 504]
    ) {
        self.maxAttempts = maxAttempts
        self.firstBackoff = firstBackoff
        self.maxBackoff = maxBackoff
        self.maxRetryAfter = maxRetryAfter
        self.statuses = statuses
    }

    /// Whether a request may be sent again after an attempt that came to this: the table above.
    func allows(_ request: WireRequest, after outcome: APIResult<WireResponse>) -> Bool {
        guard request.body?.isReplayable ?? true else { return false }
        switch outcome {
        case .success(let response):
            return request.isIdempotent && statuses.contains(response.status)
        case .failure(let error):
            let isPassing = [.connectionFailed, .hostNotFound, .connectionLost, .timedOut].contains(error.code)
            guard isPassing, !error.isOwnRefusal else { return false }
            return request.isIdempotent || !error.mayHaveReachedServer
        }
    }

    /// The longest wait before the attempt after `attempt`, which counts from 1.
    func backoff(after attempt: Int) -> Duration {
        // Both below a year, so that doubling can't overflow.
        let first = min(max(.zero, firstBackoff), .year)
        return min(max(.zero, maxBackoff), .year, first * (1 << min(attempt - 1, 30)))
    }
}
