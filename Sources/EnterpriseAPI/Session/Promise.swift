import EnterpriseHTTP
import Synchronization

/// An outcome that any number wait for. Who gives up waiting does not end the others' waiting, nor what they wait for.
final class Promise<Value: Sendable>: Sendable {
    /// How waiting ended.
    enum Wait: Sendable {
        case value(Value)
        case cancelled
        case late
    }

    private struct State {
        var value: Value?
        var waiters: [Int: CheckedContinuation<Wait, Never>] = [:]
        var lastID = 0

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }

        /// What the waiter gets at once; else it is kept.
        mutating func enter(_ id: Int, _ waiter: CheckedContinuation<Wait, Never>) -> Wait? {
            if let value { return .value(value) }
            // A cancellation that came first found no waiter to wake, so it is looked for here.
            if Task.isCancelled { return .cancelled }
            waiters[id] = waiter
            return nil
        }

        /// Those to wake; none when there is a value already.
        mutating func fulfil(_ value: Value) -> [CheckedContinuation<Wait, Never>] {
            guard self.value == nil else { return [] }
            self.value = value
            defer { waiters = [:] }
            return Array(waiters.values)
        }
    }

    private let state = Mutex(State())

    /// Gives every waiter the value; later ones are ignored.
    func fulfil(_ value: Value) {
        for waiter in state.withLock({ $0.fulfil(value) }) { waiter.resume(returning: .value(value)) }
    }

    /// Waits for the value until the deadline, or until the task is cancelled.
    func wait(until deadline: ContinuousClock.Instant?, by clock: CallClock) async -> Wait {
        guard let deadline else { return await wait() }
        return await withTaskGroup(of: Wait.self) { group in
            group.addTask { await self.wait() }
            group.addTask {
                do { try await clock.sleep(clock.now().duration(to: deadline)) } catch { return .cancelled }
                return .late
            }
            defer { group.cancelAll() }
            return await group.next() ?? .cancelled
        }
    }

    private func wait() async -> Wait {
        let id = state.withLock { $0.makeID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let wait = state.withLock({ $0.enter(id, continuation) }) { continuation.resume(returning: wait) }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: .cancelled)
        }
    }
}

extension Promise {
    /// Runs somebody else's code, which may heed neither cancellation nor time; it is cancelled and left behind then.
    static func bounded<Success>(
        by limit: Duration,
        _ clock: CallClock,
        _ operation: @escaping @Sendable () async throws -> Success
    ) async -> Wait where Value == Result<Success, any Error> {
        let promise = Promise()
        // Detached, as what many wait for must not end with the deadline of the one that happened to be first.
        let task = Task.detached {
            do { promise.fulfil(.success(try await operation())) } catch { promise.fulfil(.failure(error)) }
        }
        let wait = await promise.wait(until: clock.now() + limit, by: clock)
        if case .value = wait { return wait }
        task.cancel()
        return wait
    }
}
