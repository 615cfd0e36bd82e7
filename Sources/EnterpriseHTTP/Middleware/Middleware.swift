/// Sends one wire request on: the next middleware, or the transport.
public typealias Exchange = @Sendable (WireRequest) async throws(APIError) -> WireResponse

/// What stands around each exchange of a client: it may change the request, answer by itself, send it more than once,
/// or look at the response.
public protocol Middleware: Sendable {
    /// Where in the chain it stands; around the call as a whole unless said otherwise.
    var placement: MiddlewarePlacement { get }

    /// Handles one request; call `next` to send it on. A response of any status comes back as a value.
    func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse
}

extension Middleware {
    /// Around the call.
    public var placement: MiddlewarePlacement { .call }
}

/// Where a middleware stands between the caller, outermost, and the transport.
public enum MiddlewarePlacement: Sendable, Hashable {
    /// Around the call as a whole, outside of retries: sees one request and its final outcome.
    case call
    /// Inside of retries, outside of authorization: sees each attempt.
    case attempt
    /// Inside of authorization: sees each attempt with its `Authorization` header. Redirects are followed beneath it, so that
    /// what it adds stays at the origin it was added for.
    case wire
}
