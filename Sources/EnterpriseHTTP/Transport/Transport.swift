/// Carries one wire request over the network and gives back the response.
public protocol Transport: Sendable {
    /// Sends a request and waits for the whole response, whatever its status.
    ///
    /// Ends exactly once: with the response, or with an `APIError` (`cancelled` when the task is, at any moment). No
    /// request is sent twice, but for what HTTP allows on a connection that was closed (RFC 9110 section 9.2.2).
    func send(_ request: WireRequest) async throws(APIError) -> WireResponse

    /// Ends exchanges in flight and refuses new ones with `shutDown`; returns when every resource is let go. Idempotent.
    func close() async
}
