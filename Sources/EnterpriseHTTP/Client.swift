/// Sends any request. Hold one as `any Client`, and put a stub in its place in tests.
public protocol Client: Sendable {
    /// Sends a request and gives back what its answer is read as.
    ///
    /// Throws an `APIError` for anything but a status of 200–299 that could be read; `cancelled` when the task is.
    func send<R: Request>(_ request: R) async throws(APIError) -> R.Response
}

extension Client {
    /// Sends a request and gives the outcome as a value, for chains.
    public func result<R: Request>(of request: R) async -> APIResult<R.Response> {
        do { return .success(try await send(request)) } catch { return .failure(error) }
    }

    /// Starts a request and gives its outcome to `completion`, exactly once, on no particular thread.
    ///
    /// - Returns: What cancels the call; it may be let go.
    @discardableResult
    public func send<R: Request>(
        _ request: R,
        completion: @escaping @Sendable (APIResult<R.Response>) -> Void
    ) -> CallHandle {
        CallHandle(task: Task { completion(await result(of: request)) })
    }
}

/// A call that was started with a completion handler.
public struct CallHandle: Sendable {
    fileprivate let task: Task<Void, Never>

    /// Ends the call with `cancelled`, unless it has ended.
    public func cancel() { task.cancel() }

    /// Returns when the completion handler has.
    public func finished() async { await task.value }
}
