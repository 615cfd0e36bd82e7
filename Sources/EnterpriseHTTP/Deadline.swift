/// A time limit for everything that a task does, however deep in it a call is made.
///
/// ```swift
/// try await Deadline.within(.seconds(5)) {
///     let user = try await client.send(GetUser(name: "jane"))
///     return try await client.send(GetOrders(of: user.id))      // has what is left of the five seconds
/// }
/// ```
///
/// Each call ends by then with `timedOut`, all its attempts and waiting included; one that begins later ends at once.
/// Nothing but calls is ended. Child tasks and `Task { }` inherit the limit, `Task.detached` does not.
public enum Deadline {
    /// The limit of the task; nil for none.
    @TaskLocal public static var current: ContinuousClock.Instant?

    /// Runs `operation` with a limit from now on. Inside of another limit it can only be shorter.
    ///
    /// - Parameters:
    ///   - limit: The time that calls may take together; zero or less lets none begin.
    ///   - clock: The time that it is reckoned by.
    ///   - isolation: The caller's, in which `operation` runs.
    ///   - operation: The calls that share the limit.
    /// - Throws: What `operation` throws.
    public static func within<Value, Failure: Error>(
        _ limit: Duration,
        clock: CallClock = .continuous,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let own = instant(after: limit, from: clock.now())
        // `withValue` has no typed throws.
        let result: Result<Value, Failure> = await $current.withValue(current.map { min($0, own) } ?? own) {
            do throws(Failure) { return .success(try await operation()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// The end of a limit. One of more than a year is none in practice, and must not overflow the clock.
    static func instant(after limit: Duration, from now: ContinuousClock.Instant) -> ContinuousClock.Instant {
        now + min(limit, .year)
    }
}

extension Duration {
    /// Longer than any wait means to be.
    static let year = Duration.seconds(31_536_000)
}
