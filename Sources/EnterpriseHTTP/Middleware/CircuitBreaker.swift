import Synchronization

/// Leaves a server alone for a while when calls to it fail one after the other, so that an outage is not made worse and
/// nobody waits for what will not come.
///
/// | state | what a call does | what ends it |
/// |---|---|---|
/// | closed | goes on | so many failures in a row: open |
/// | open | ends at once with `circuitOpen` | the first call after the cooldown: half-open |
/// | half-open | one goes on as a probe, others end with `circuitOpen` | a success: closed; a failure: open |
///
/// A failure is a connection that can't be made or breaks, a timeout, and a status of 500–599; any other response is a
/// success. A call that is cancelled, that fails by itself, or whose time ran out before it had its turn, is neither.
/// `circuitOpen` is not retried within the call: when an earlier attempt opened the breaker, the call ends with what that
/// attempt came to.
///
/// Each origin has a state of its own. Clients that are given the same breaker share it.
public final class CircuitBreaker: Middleware {
    /// Whether calls go on.
    public enum State: Sendable, Hashable {
        /// Every call goes on.
        case closed
        /// No call goes on.
        case open
        /// One call at a time goes on, to see how the server is.
        case halfOpen
    }

    /// A new state of an origin.
    public struct Change: Sendable, Hashable {
        /// Scheme, host and port, as in `WireRequest.origin`.
        public let origin: String
        /// The state that it has now.
        public let state: State
    }

    private struct Breakers {
        var circuits: [String: Circuit] = [:]
        var observers: [Int: AsyncStream<Change>.Continuation] = [:]
        var lastObserver = 0
    }

    private let breakers = Mutex(Breakers())
    private let failures: Int
    private let cooldown: Duration
    private let clock: CallClock

    /// A breaker that is closed for every origin.
    ///
    /// - Parameters:
    ///   - failures: How many failures in a row open it; at least 1.
    ///   - cooldown: How long it stays open before a probe.
    ///   - clock: The time that the cooldown is reckoned by.
    public init(failures: Int = 5, cooldown: Duration = .seconds(30), clock: CallClock = .continuous) {
        self.failures = max(1, failures)
        self.cooldown = min(max(.zero, cooldown), .year)
        self.clock = clock
    }

    deinit {
        for observer in breakers.withLock({ $0.observers.values.map(\.self) }) { observer.finish() }
    }

    /// Around each attempt.
    public var placement: MiddlewarePlacement { .attempt }

    /// The state of an origin, such as `https://backoffice.example.com`; closed when nothing is known of it.
    public func state(of origin: String) -> State { breakers.withLock { $0.circuits[origin]?.state ?? .closed } }

    /// The changes of every origin from now on, in order. A reader that falls behind by more than 100 loses the oldest.
    /// Ends with the breaker.
    public var changes: AsyncStream<Change> {
        let (stream, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(100))
        let id = breakers.withLock { breakers in
            breakers.lastObserver += 1
            breakers.observers[breakers.lastObserver] = continuation
            return breakers.lastObserver
        }
        continuation.onTermination = { [weak self] _ in
            // Let go of outside of the lock.
            _ = self?.breakers.withLock { $0.observers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Sends the request on when the origin's state lets it, and learns from what comes of it.
    public func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse {
        let origin = request.origin
        let permit: Circuit.Permit
        switch change(origin, { $0.enter(at: clock.now(), cooldown: cooldown) }) {
        case .success(let granted): permit = granted
        case .failure(let refusal): throw APIError(.circuitOpen, reason: refusal.reason(for: origin))
        }
        do {
            let response = try await next(request)
            leave(origin, permit, (500..<600).contains(response.status) ? .failure : .success)
            return response
        } catch {
            leave(origin, permit, error.blamesServer ? .failure : .neither)
            throw error
        }
    }

    private func leave(_ origin: String, _ permit: Circuit.Permit, _ outcome: Circuit.Outcome) {
        change(origin) { $0.leave(permit, outcome, at: clock.now(), limit: failures) }
    }

    @discardableResult
    private func change<Value>(_ origin: String, _ body: (inout Circuit) -> Value) -> Value {
        breakers.withLock { breakers in
            var circuit = breakers.circuits.removeValue(forKey: origin) ?? Circuit()
            let before = circuit.state
            let value = body(&circuit)
            // One that never changed its state and has no failure need not be kept.
            if !circuit.isNew { breakers.circuits[origin] = circuit }
            if circuit.state != before {
                // Under the lock, so that changes keep their order: this only makes the reader ready.
                let change = Change(origin: origin, state: circuit.state)
                for observer in breakers.observers.values { observer.yield(change) }
            }
            return value
        }
    }
}

extension APIError {
    /// Whether it tells that something is wrong with the server, or the way to it.
    fileprivate var blamesServer: Bool {
        let codes: [Code] = [.connectionFailed, .connectionLost, .hostNotFound, .tlsFailed, .timedOut]
        return codes.contains(code) && !isOwnRefusal
    }
}
