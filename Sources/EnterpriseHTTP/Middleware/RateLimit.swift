import Synchronization

/// Sends no more than so many requests in a time, by a bucket of tokens: it fills steadily, each attempt takes one, and
/// those that find none wait, first come first served.
///
/// ```swift
/// let client = HTTPClient(baseURL: url, middleware: [RateLimit(10, per: .seconds(1), burst: 20)])
/// ```
///
/// A call that would have to wait beyond its deadline ends at once with `timedOut`, and is not retried. Clients that are
/// given the same limit share it.
public final class RateLimit: Middleware {
    private let line: Mutex<Line>
    private let clock: CallClock

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - count: How many requests may be sent in `period`, on average; at least 1.
    ///   - period: The time in which the bucket gets `count` tokens.
    ///   - burst: How many tokens the bucket holds, which may be taken at once; `count` unless told.
    ///   - clock: The time that is waited by.
    public init(_ count: Int, per period: Duration = .seconds(1), burst: Int? = nil, clock: CallClock = .continuous) {
        let interval = min(max(.zero, period), .year) / max(1, count)
        line = Mutex(Line(interval: interval, burst: burst ?? count, now: clock.now()))
        self.clock = clock
    }

    /// Around each attempt.
    public var placement: MiddlewarePlacement { .attempt }

    /// How many calls wait for a token.
    var waiting: Int { line.withLock { $0.count } }

    /// Sends the request on when its turn has come.
    public func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse {
        if Task.isCancelled { throw APIError(.cancelled).beforeSending() }
        let (place, wait) = line.withLock { $0.enter(before: request.deadline, at: clock.now()) }
        switch place {
        case .passed: break
        case .refused:
            var error = APIError.waitedInVain("the client's own rate limit would hold it back beyond its time limit")
            error.underlying = Exceeded(wait: wait)
            throw error
        case .first: try await takeToken()
        case .queued(let ticket):
            try await turn(ticket)
            try await takeToken()
        }
        return try await next(request)
    }

    /// The first one waits for a token; those behind it wait for it.
    private func takeToken() async throws(APIError) {
        defer { line.withLock { $0.leaveFirst() }?.resume() }
        do {
            while let wait = line.withLock({ $0.takeToken(at: clock.now()) }) { try await clock.sleep(wait) }
        } catch { throw APIError(.cancelled).beforeSending() }
    }

    private func turn(_ ticket: Int) async throws(APIError) {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A cancellation that came first found nobody to wake, so it is looked for here.
                line.withLock { $0.wait(ticket, continuation, isCancelled: Task.isCancelled) }?.resume()
            }
        } onCancel: {
            line.withLock { $0.leave(ticket) }?.resume()
        }
        guard line.withLock({ $0.isFirst(ticket) }) else { throw APIError(.cancelled).beforeSending() }
    }

    /// Why a call ended with `timedOut` before it was sent: `underlying` of its error.
    public struct Exceeded: Error, Sendable, Hashable {
        /// How long it would have had to wait.
        public let wait: Duration
    }
}
