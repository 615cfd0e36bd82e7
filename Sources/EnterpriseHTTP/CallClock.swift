/// The time as a client sees it; tests put a clock of their own in its place, so that nothing waits for real.
public struct CallClock: Sendable {
    /// The present.
    public var now: @Sendable () -> ContinuousClock.Instant
    /// Waits; throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void

    /// The system's clock, which also counts while the machine sleeps.
    public static let continuous = CallClock(ContinuousClock())

    /// The time of any clock that counts as the system's does.
    public init<C: Clock>(_ clock: C) where C.Instant == ContinuousClock.Instant {
        now = { clock.now }
        sleep = { try await clock.sleep(for: $0) }
    }
}
