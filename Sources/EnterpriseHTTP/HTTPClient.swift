/// The general client: any typed request, to one base URL, through a chain of middleware and a transport.
public struct HTTPClient: Client {
    /// Where requests go.
    public var baseURL: BaseURL { encoder.baseURL }

    private let encoder: RequestEncoder
    private let transport: any Transport
    private let exchange: Exchange

    /// A client of one backend.
    ///
    /// - Parameters:
    ///   - baseURL: The address that the paths of requests are added to.
    ///   - headers: Fields sent with every request, unless it has its own of the name.
    ///   - timeout: How long a call may take in all when its request does not say; nil for no limit.
    ///   - middleware: What stands around each exchange, outermost first. Authorization is inside it, and inside of that
    ///     the middleware that says it `seesCredentials`.
    ///   - bearerToken: The token of the moment for requests whose authorization is `bearer`; none by default.
    ///   - transport: What carries the bytes; one engine on libcurl by default.
    public init(
        baseURL: BaseURL,
        headers: HTTPHeaders = [:],
        timeout: Duration? = .seconds(60),
        middleware: [any Middleware] = [],
        bearerToken: @escaping @Sendable () async throws(APIError) -> String? = { () throws(APIError) in nil },
        transport: any Transport = CurlTransport()
    ) {
        encoder = RequestEncoder(baseURL: baseURL, headers: headers, timeout: timeout)
        self.transport = transport
        let (outer, inner) = (middleware.filter { !$0.seesCredentials }, middleware.filter(\.seesCredentials))
        let chain = outer + [Authorize(token: bearerToken)] + inner
        exchange = chain.reversed().reduce(transport.send, Self.wrap)
    }

    private static func wrap(_ next: @escaping Exchange, in middleware: any Middleware) -> Exchange {
        { (request) async throws(APIError) -> WireResponse in try await middleware.send(request, next: next) }
    }

    /// Sends a request: encodes it, runs it through the middleware and the transport, and decodes the answer.
    public func send<R: Request>(_ request: R) async throws(APIError) -> R.Response {
        let endpoint = "\(request.method) \(request.path.template)"
        do {
            let wireRequest = try encoder.encode(request, endpoint: endpoint)
            var response = try await exchange(wireRequest)
            response.requested = RequestedURL(baseURL: baseURL, target: wireRequest.target)
            return try ResponseDecoder.decode(response, of: request)
        } catch {
            var error = error
            error.endpoint = error.endpoint ?? endpoint
            throw error
        }
    }

    /// Ends calls in flight with `shutDown`, refuses new ones, and returns when the transport has let go of everything.
    public func close() async { await transport.close() }
}
