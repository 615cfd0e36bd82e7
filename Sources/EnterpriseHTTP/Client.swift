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
}
