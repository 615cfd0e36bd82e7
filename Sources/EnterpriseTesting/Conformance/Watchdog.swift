import Synchronization

/// Bounds in time what might never end.
enum Watchdog {
    /// Runs `body` in a task of its own and returns when it ends; when it does not in time, the task is cancelled and
    /// left behind, and a `ConformanceFailure` says what it was waiting for.
    static func run(
        within limit: Duration,
        step: @escaping @Sendable () -> String?,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let end = FirstResult()
        let work = Task {
            do {
                try await body()
                end.give(.success(()))
            } catch {
                end.give(.failure(error))
            }
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            let waiting = step().map { "\($0) had not come to an end" } ?? "nothing, and no step was begun"
            end.give(.failure(ConformanceFailure(expected: "an end within \(limit)", actual: waiting)))
            work.cancel()
        }
        defer { timer.cancel() }
        try await withTaskCancellationHandler {
            try await end.value()
        } onCancel: {
            work.cancel()
            end.give(.failure(CancellationError()))
        }
    }
}

/// Takes the first of several results and gives it to the one who waits.
private final class FirstResult: Sendable {
    private struct State {
        var result: Result<Void, any Error>?
        var waiter: CheckedContinuation<Void, any Error>?
    }

    private let state = Mutex(State())

    func give(_ result: Result<Void, any Error>) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard state.result == nil else { return nil }
            state.result = result
            return state.waiter.take()
        }
        waiter?.resume(with: result)
    }

    func value() async throws {
        try await withCheckedThrowingContinuation { continuation in
            let result = state.withLock { state -> Result<Void, any Error>? in
                if state.result == nil { state.waiter = continuation }
                return state.result
            }
            if let result { continuation.resume(with: result) }
        }
    }
}
