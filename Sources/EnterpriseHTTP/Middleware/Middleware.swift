/// Sends one wire request on: the next middleware, or the transport.
public typealias Exchange = @Sendable (WireRequest) async throws(APIError) -> WireResponse

/// What stands around each exchange of a client: it may change the request, answer by itself, send it more than once,
/// or look at the response.
public protocol Middleware: Sendable {
    /// Whether it stands inside authorization, next to the transport, and so sees the `Authorization` header; no unless
    /// said otherwise. Within the client's list its order counts among those that say the same.
    var seesCredentials: Bool { get }

    /// Handles one request; call `next` to send it on. A response of any status comes back as a value.
    func send(_ request: WireRequest, next: Exchange) async throws(APIError) -> WireResponse
}

extension Middleware {
    /// No.
    public var seesCredentials: Bool { false }
}
