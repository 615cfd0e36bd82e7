import Synchronization

/// What a client has under way, so that closing it ends each call wherever it waits: for an answer, for its next
/// attempt, or for whatever a middleware lets it wait.
final class OpenCalls: Sendable {
    private struct State {
        var isClosed = false
        var lastID: UInt64 = 0
        var cancellations: [UInt64: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Runs a call in a task of its own; it ends with `shutDown` when the client is closed.
    func run<Value: Sendable>(
        _ call: @escaping @Sendable () async throws(APIError) -> Value
    ) async throws(APIError) -> Value {
        // A task that is cancelled would have to cancel the other one first, which may have begun by then.
        if Task.isCancelled { return try await call() }
        guard let (id, task) = begin(call) else { throw APIError(.shutDown).beforeSending() }
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        let wasClosed = state.withLock { state in
            state.cancellations[id] = nil
            return state.isClosed
        }
        return try result.mapError { wasClosed && !Task.isCancelled ? $0.atClosing : $0 }.get()
    }

    private func begin<Value: Sendable>(
        _ call: @escaping @Sendable () async throws(APIError) -> Value
    ) -> (id: UInt64, task: Task<APIResult<Value>, Never>)? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let task = Task { () async -> APIResult<Value> in
                do throws(APIError) { return .success(try await call()) } catch { return .failure(error) }
            }
            state.lastID += 1
            state.cancellations[state.lastID] = { task.cancel() }
            return (state.lastID, task)
        }
    }

    /// Ends every call, and refuses new ones.
    func close() {
        let cancellations = state.withLock { state in
            state.isClosed = true
            return Array(state.cancellations.values)
        }
        for cancel in cancellations { cancel() }
    }
}

extension APIError {
    /// The same, where it was closing that ended a call.
    fileprivate var atClosing: APIError {
        var error = self
        if error.code == .cancelled { error.code = .shutDown }
        return error
    }
}
