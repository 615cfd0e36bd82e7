/// The general client: any typed request, to one base URL, through a chain of middleware and a transport.
public struct HTTPClient: Client {
    /// Where requests go.
    public var baseURL: BaseURL { encoder.baseURL }

    private let encoder: RequestEncoder
    private let transport: any Transport
    private let exchange: Exchange
    let calls = OpenCalls()

    /// A client of one backend.
    ///
    /// - Parameters:
    ///   - baseURL: The address that the paths of requests are added to.
    ///   - headers: Fields sent with every request, unless it has its own of the name.
    ///   - timeout: How long a call may take in all when its request does not say; nil for no limit.
    ///   - retryPolicy: When a request is sent again.
    ///   - retryBudget: What keeps retries rare; give several clients the same one, and they share it.
    ///   - middleware: What stands around each exchange: at its `placement`, and among those of the same, outermost first.
    ///   - bearer: Gives the token for requests whose authorization is `bearer`, and a newer one when it is refused.
    ///   - clock: The time that retries wait by.
    ///   - transport: What carries the bytes; one engine on libcurl by default.
    public init(
        baseURL: BaseURL,
        headers: HTTPHeaders = [:],
        timeout: Duration? = .seconds(60),
        retryPolicy: RetryPolicy = .standard,
        retryBudget: RetryBudget = RetryBudget(),
        middleware: [any Middleware] = [],
        bearer: any BearerSource,
        clock: CallClock = .continuous,
        transport: any Transport = CurlTransport()
    ) {
        encoder = RequestEncoder(baseURL: baseURL, headers: headers, timeout: timeout, clock: clock)
        self.transport = transport
        let retry = Retry(policy: retryPolicy, budget: retryBudget, clock: clock)
        let chain =
            middleware.filter { $0.placement == .call } + [retry]
            + middleware.filter { $0.placement == .attempt } + [Authorize(source: bearer)]
            + middleware.filter { $0.placement == .wire } + [Redirect()]
        exchange = chain.reversed().reduce(transport.send, Self.wrap)
    }

    /// A client of one backend whose token, if it has one, is told by a closure and never renewed.
    ///
    /// - Parameters:
    ///   - baseURL: The address that the paths of requests are added to.
    ///   - headers: Fields sent with every request, unless it has its own of the name.
    ///   - timeout: How long a call may take in all when its request does not say; nil for no limit.
    ///   - retryPolicy: When a request is sent again.
    ///   - retryBudget: What keeps retries rare; give several clients the same one, and they share it.
    ///   - middleware: What stands around each exchange: at its `placement`, and among those of the same, outermost first.
    ///   - bearerToken: The token of the moment for requests whose authorization is `bearer`; none by default.
    ///   - clock: The time that deadlines are reckoned and retries wait by.
    ///   - transport: What carries the bytes; one engine on libcurl by default.
    public init(
        baseURL: BaseURL,
        headers: HTTPHeaders = [:],
        timeout: Duration? = .seconds(60),
        retryPolicy: RetryPolicy = .standard,
        retryBudget: RetryBudget = RetryBudget(),
        middleware: [any Middleware] = [],
        bearerToken: @escaping @Sendable () async throws(APIError) -> String? = { () throws(APIError) in nil },
        clock: CallClock = .continuous,
        transport: any Transport = CurlTransport()
    ) {
        self.init(
            baseURL: baseURL,
            headers: headers,
            timeout: timeout,
            retryPolicy: retryPolicy,
            retryBudget: retryBudget,
            middleware: middleware,
            bearer: ClosureBearerSource(closure: bearerToken),
            clock: clock,
            transport: transport
        )
    }

    private static func wrap(_ next: @escaping Exchange, in middleware: any Middleware) -> Exchange {
        { (request) async throws(APIError) -> WireResponse in try await middleware.send(request, next: next) }
    }

    /// Sends a request: encodes it, runs it through the middleware and the transport, and decodes the answer.
    public func send<R: Request>(_ request: R) async throws(APIError) -> R.Response {
        let endpoint = "\(request.method) \(request.path.template)"
        var mayHaveActed = false
        do {
            let wireRequest = try encoder.encode(request, endpoint: endpoint)
            let exchange = exchange
            var response = try await calls.run { () async throws(APIError) in try await exchange(wireRequest) }
            mayHaveActed = response.mayHaveActedBefore && !request.method.isSafe
            let place = response.redirections.last
            response.requested = RequestedURL(
                baseURL: baseURL,
                origin: place?.origin,
                target: place?.target ?? wireRequest.target
            )
            if var stream = response.stream {
                stream.call = CallLabel(endpoint: endpoint, response)
                response.stream = stream
            }
            return try ResponseDecoder.decode(response, of: request)
        } catch {
            var error = error
            error.endpoint = error.endpoint ?? endpoint
            error.isOutcomeUnknown = mayHaveActed || error.isOutcomeUnknown(of: request.method)
            throw error
        }
    }

    /// Ends every call with `shutDown`, also one that waits for its next attempt or its turn, refuses new ones, and
    /// returns when the transport has let go of everything. A feed of events ends too.
    public func close() async {
        calls.close()
        await transport.close()
    }
}

extension APIError {
    fileprivate func isOutcomeUnknown(of method: HTTPMethod) -> Bool {
        guard mayHaveReachedServer, !method.isSafe else { return false }
        // A success whose body can't be read was one all the same; a server error may come from a proxy that lost the
        // server on the way.
        return status.map { $0 >= 500 || code == .decodingFailed } ?? true
    }
}
