import Foundation

/// Sends a request again where its policy allows. It stands outside of authorization.
struct Retry: Middleware {
    let policy: RetryPolicy
    var budget = RetryBudget()
    var clock = CallClock.continuous
    /// A number from 0 to 1: which part of the backoff is waited.
    var random: @Sendable () -> Double = { Double.random(in: 0...1) }

    func send(_ request: WireRequest, next: Exchange) async throws(APIError) -> WireResponse {
        var attempt = 1
        while true {
            let outcome: APIResult<WireResponse>
            do throws(APIError) { outcome = .success(try await next(request)) } catch { outcome = .failure(error) }
            if case .success(let response) = outcome, !policy.statuses.contains(response.status) { budget.answered() }
            guard attempt < policy.maxAttempts, policy.allows(request, after: outcome),
                let pause = pause(after: outcome, attempt: attempt, before: request.deadline), budget.take()
            else { return try outcome.attempted(attempt) }
            // The outcome of the attempt tells more than that there was no time for another.
            do { try await clock.sleep(pause) } catch { throw APIError(.cancelled, attempts: attempt) }
            attempt += 1
        }
    }

    /// How long to wait before the next attempt: what the server asks for, else a part of the backoff. Nil when the
    /// deadline comes first.
    private func pause(
        after outcome: APIResult<WireResponse>,
        attempt: Int,
        before deadline: ContinuousClock.Instant?
    ) -> Duration? {
        var pause = policy.backoff(after: attempt) * random()
        if case .success(let response) = outcome, let asked = response.retryAfter { pause = max(asked, .zero) }
        guard let deadline else { return pause }
        return clock.now() + pause < deadline ? pause : nil
    }
}

extension APIResult<WireResponse> {
    /// The outcome, with the number of attempts it took.
    fileprivate func attempted(_ attempts: Int) throws(APIError) -> WireResponse {
        switch self {
        case .success(var response):
            response.attempts = attempts
            return response
        case .failure(var error):
            error.attempts = attempts
            throw error
        }
    }
}

extension WireResponse {
    /// How long the server asks to wait, in seconds or until a date (RFC 9110 section 10.2.3).
    var retryAfter: Duration? {
        guard let value = headers["Retry-After"] else { return nil }
        if let seconds = Int(value) { return .seconds(min(seconds, 31_536_000)) }
        guard let date = HTTPDate.parse(value) else { return nil }
        return .seconds(min(date.timeIntervalSinceNow, 31_536_000))
    }
}
