import Synchronization

/// A number that goes up and down, and that tasks can wait for, so that a test need not sleep.
final class WatchedCount: Sendable {
    private struct State {
        var value = 0
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private struct Waiter {
        let target: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Mutex(State())

    var value: Int { state.withLock { $0.value } }

    func add(_ amount: Int) {
        let ready = state.withLock { state in
            state.value += amount
            let ready = state.waiters.filter { $0.value.target <= state.value }
            for key in ready.keys { state.waiters[key] = nil }
            return ready.values.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }

    /// Returns once the number is at least `target`, or the task is cancelled.
    func wait(for target: Int) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    // A cancellation that came first found no waiter to resume, so it is looked for here.
                    guard state.value < target, !Task.isCancelled else { return true }
                    state.waiters[number] = Waiter(target: target, continuation: continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
        }
    }
}
