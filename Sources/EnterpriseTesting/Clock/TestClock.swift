import Synchronization

/// A clock that stands still until a test moves it, so that waiting takes no time.
///
///     let clock = TestClock()
///     let task = Task { try await call(retryingWith: clock) }
///     await clock.waitForSleepers()          // it has failed and waits
///     clock.advance(by: .seconds(1))         // it goes on
///
/// Whoever sleeps wakes in the order of the deadlines, of equal ones in the order of their calls, and is only made
/// ready by `advance`: what it does then takes a moment of its own.
public final class TestClock: Clock {
    /// The instants of the system's clock, so that `CallClock(clock)` gives it to a client.
    public typealias Instant = ContinuousClock.Instant

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Instant
        /// By the number of the call.
        var sleepers: [Int: Sleeper] = [:]
        var calls: [Duration] = []
    }

    /// The instant at which the clock was made.
    public let start: Instant
    private let state: Mutex<State>
    private let asleep = WatchedCount()

    /// A clock that begins at the real time, so that its instants mean something to other clocks too.
    public init() {
        start = ContinuousClock.now
        state = Mutex(State(now: start))
    }

    /// The time it shows.
    public var now: ContinuousClock.Instant { state.withLock { $0.now } }

    /// How far it has been moved in all.
    public var elapsed: Duration { start.duration(to: now) }

    /// Zero: every instant is told apart.
    public var minimumResolution: Duration { .zero }

    /// How many sleep now.
    public var sleepers: Int { asleep.value }

    /// For how long each call of `sleep` wanted to wait, in the order of the calls, those included that did not have to.
    public var requestedSleeps: [Duration] { state.withLock { $0.calls } }

    /// Waits until the clock is moved to the deadline; not at all when it has passed.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let number = state.withLock { state in
            state.calls.append(state.now.duration(to: deadline))
            return state.calls.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enter(Sleeper(deadline: deadline, continuation: continuation), number)
            }
        } onCancel: {
            guard let sleeper = state.withLock({ $0.sleepers.removeValue(forKey: number) }) else { return }
            asleep.add(-1)
            sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock, and wakes those whose deadline has come.
    /// - Parameter duration: how far; a clock does not go back, so a negative one moves nothing.
    public func advance(by duration: Duration) {
        let awoken = state.withLock { state in
            state.now += max(.zero, duration)
            return Self.takeDue(&state)
        }
        wake(awoken)
    }

    /// Moves the clock to the earliest deadline of those who sleep. False, and nothing moves, when nobody does.
    @discardableResult
    public func advanceToNextSleeper() -> Bool {
        let awoken = state.withLock { state in
            guard let earliest = state.sleepers.values.map(\.deadline).min() else { return [Sleeper]() }
            state.now = max(state.now, earliest)
            return Self.takeDue(&state)
        }
        wake(awoken)
        return !awoken.isEmpty
    }

    /// Returns once at least so many sleep at the same time, or the task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async { await asleep.wait(for: count) }

    private func enter(_ sleeper: Sleeper, _ number: Int) {
        enum Entry {
            case sleeps
            case isDue
            case isCancelled
        }
        let entry = state.withLock { state -> Entry in
            // A cancellation that came first found no sleeper to wake, so it is looked for here.
            if Task.isCancelled { return .isCancelled }
            if sleeper.deadline <= state.now { return .isDue }
            state.sleepers[number] = sleeper
            return .sleeps
        }
        switch entry {
        case .sleeps: asleep.add(1)
        case .isDue: sleeper.continuation.resume()
        case .isCancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
    }

    private static func takeDue(_ state: inout State) -> [Sleeper] {
        let due = state.sleepers.filter { $0.value.deadline <= state.now }
        for number in due.keys { state.sleepers[number] = nil }
        return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
    }

    private func wake(_ sleepers: [Sleeper]) {
        asleep.add(-sleepers.count)
        for sleeper in sleepers { sleeper.continuation.resume() }
    }
}
