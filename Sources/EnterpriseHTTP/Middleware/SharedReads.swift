import Synchronization

/// Lets identical GETs that are in flight at the same time share one exchange: the first one sends it, and all have its
/// outcome.
///
/// ```swift
/// let client = HTTPClient(baseURL: url, middleware: [SharedReads()])
/// ```
///
/// They are identical when URL and every header field are, `Authorization` included, so one user never has another's
/// answer. Requests with a body and streamed ones pass untouched. A call that is cancelled leaves the others alone; when
/// all are gone the exchange ends. Nothing is remembered once it has. Clients of any number may be given the same one.
public final class SharedReads: Middleware {
    private let flights = Mutex(Flights())
    private let ignored: Set<String>
    private let clock: CallClock

    /// Shares nothing yet.
    ///
    /// - Parameters:
    ///   - names: Names of header fields that may differ, such as that of a trace; what is sent is the first one's.
    ///   - clock: The time that calls wait by.
    public init(ignoring names: [String] = [], clock: CallClock = .continuous) {
        ignored = Set(names.map { $0.lowercased() })
        self.clock = clock
    }

    /// Next to the wire, where the user is known: what one may see is never shown to another.
    public var placement: MiddlewarePlacement { .wire }

    /// How many calls wait for an exchange.
    var waiting: Int { flights.withLock { $0.passengers } }

    /// Joins the exchange of an identical GET, or begins one; anything else goes on as it is.
    public func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse {
        guard request.method == .get, request.body == nil, request.delivery == .buffered else {
            return try await next(request)
        }
        while true {
            let landing = await share(request, next: next)
            if landing.isEarly(for: request.deadline, at: clock.now()) { continue }
            return try landing.outcome.get()
        }
    }

    private func share(_ request: WireRequest, next: @escaping Exchange) async -> Landing {
        let key = Key(request, ignoring: ignored)
        let passenger = flights.withLock { $0.makeID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAboard = flights.withLock { flights in
                    // A cancellation that came first found nobody to take out, so it is looked for here.
                    guard !Task.isCancelled else { return false }
                    flights.board(key, passenger, continuation, until: request.deadline) { flight in
                        Task { self.land(key, flight, await Self.outcome(of: request, next)) }
                    } timer: { deadline in
                        Task { await self.limit(key, passenger, deadline) }
                    }
                    return true
                }
                if !isAboard { continuation.resume(returning: .alone(APIError(.cancelled))) }
            }
        } onCancel: {
            leave(key, passenger, APIError(.cancelled))
        }
    }

    private static func outcome(of request: WireRequest, _ next: Exchange) async -> APIResult<WireResponse> {
        do throws(APIError) { return .success(try await next(request)) } catch { return .failure(error) }
    }

    private func land(_ key: Key, _ flight: Int, _ outcome: APIResult<WireResponse>) {
        guard let flight = flights.withLock({ $0.land(key, flight) }) else { return }
        for passenger in flight.passengers.values {
            passenger.end(Landing(outcome: outcome, deadline: flight.deadline))
        }
    }

    private func limit(_ key: Key, _ passenger: Int, _ deadline: ContinuousClock.Instant) async {
        // Cancelled when the call has ended.
        do { try await clock.sleep(clock.now().duration(to: deadline)) } catch { return }
        leave(key, passenger, APIError(.timedOut, reason: "timed out while waiting for an exchange that is shared"))
    }

    private func leave(_ key: Key, _ passenger: Int, _ error: APIError) {
        guard let (passenger, abandoned) = flights.withLock({ $0.leave(key, passenger) }) else { return }
        abandoned?.cancel()
        passenger.end(.alone(error))
    }
}
