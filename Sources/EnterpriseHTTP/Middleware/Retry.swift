/// Sends a request again where its policy allows. It stands outside of authorization.
struct Retry: Middleware {
    let policy: RetryPolicy
    var budget = RetryBudget()
    var clock = CallClock.continuous
    /// A number from 0 to 1: which part of the backoff is waited.
    var random: @Sendable () -> Double = { Double.random(in: 0...1) }

    func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse {
        var attempt = Attempt()
        var last = await outcome(of: request, next: next)
        while true {
            if case .success(let response) = last, !policy.statuses.contains(response.status) { budget.answered() }
            guard attempt.number < policy.maxAttempts, policy.allows(request, after: last),
                let pause = pause(after: last, attempt: attempt.number, before: request.deadline), budget.take()
            else { return try attempt.end(with: last) }
            let mayHaveActed = attempt.mayHaveActed || last.mayHaveActed
            do { try await clock.sleep(pause) } catch {
                attempt.mayHaveActed = mayHaveActed
                return try attempt.end(with: .failure(APIError(.cancelled).beforeSending()))
            }
            let following = await outcome(of: request, next: next)
            // That this client let nothing through says less than what the server said before.
            if case .failure(let error) = following, error.isOwnRefusal { return try attempt.end(with: last) }
            attempt = Attempt(number: attempt.number + 1, mayHaveActed: mayHaveActed)
            last = following
        }
    }

    private func outcome(of request: WireRequest, next: Exchange) async -> APIResult<WireResponse> {
        do throws(APIError) { return .success(try await next(request)) } catch { return .failure(error) }
    }

    /// How long to wait before the next attempt: what the server asks for, and a part of the backoff so that clients do
    /// not come back all at once. Nil when that is too long, or the deadline comes first.
    private func pause(
        after outcome: APIResult<WireResponse>,
        attempt: Int,
        before deadline: ContinuousClock.Instant?
    ) -> Duration? {
        var pause = policy.backoff(after: attempt) * random()
        if case .success(let response) = outcome, let asked = response.retryAfter {
            guard asked <= policy.maxRetryAfter else { return nil }
            pause += asked
        }
        guard let deadline else { return pause }
        return clock.now() + pause < deadline ? pause : nil
    }

    /// The attempt that is made, and what those before it may have done.
    private struct Attempt {
        var number = 1
        var mayHaveActed = false

        /// The outcome of the call as a whole.
        func end(with outcome: APIResult<WireResponse>) throws(APIError) -> WireResponse {
            switch outcome {
            case .success(var response):
                response.attempts = number
                response.mayHaveActedBefore = mayHaveActed
                return response
            case .failure(var error):
                error.attempts = number
                error.mayHaveReachedServer = error.mayHaveReachedServer || mayHaveActed
                throw error
            }
        }
    }
}

extension APIResult<WireResponse> {
    /// Whether the server may have acted on the request although this came of it: a server error may come from a proxy
    /// that lost the server on the way.
    fileprivate var mayHaveActed: Bool {
        switch self {
        case .success(let response): response.status >= 500
        case .failure(let error): error.mayHaveReachedServer
        }
    }
}

extension APIError {
    /// Whether this client itself let nothing through, by a limit of its own.
    var isOwnRefusal: Bool { [.overloaded, .circuitOpen].contains(code) || isOwnWait }
}
