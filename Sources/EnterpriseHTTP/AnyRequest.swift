/// A request whose type is not known: one made on the spot, or one that stands for another.
public struct AnyRequest<Response: Sendable>: Request {
    /// The method.
    public var method: HTTPMethod
    /// The path below the client's base URL.
    public var path: RequestPath
    /// The query.
    public var query: Query
    /// Header fields beside those of the client, which they replace.
    public var headers: HTTPHeaders
    /// The body.
    public var body: RequestBody?
    /// The media type of the body; nil for the body's own.
    public var contentType: String?
    /// The media types that are understood.
    public var accept: String
    /// How the request proves who sends it.
    public var authorization: Authorization
    /// The time the call may take in all; nil for the client's.
    public var timeout: Duration?
    /// How long the server may stay silent; nil for the transport's limit.
    public var idleTimeout: Duration?
    /// The status codes that are a success.
    public var acceptableStatus: StatusCodes
    /// Whether sending it twice does no more than sending it once.
    public var isIdempotent: Bool
    /// A key by which the server tells a repeated request from a new one.
    public var idempotencyKey: IdempotencyKey?
    /// Whether the response's body is read while it comes in.
    public var isStreamed: Bool
    /// Which redirects are followed.
    public var redirects: RedirectPolicy

    private let validation: @Sendable () throws -> Void
    private let decoding: @Sendable (WireResponse) throws -> Response

    /// The same as `request`.
    public init<Base: Request>(_ request: Base) where Base.Response == Response {
        self.init(request, isStreamed: request.isStreamed, decode: request.decode)
    }

    /// The same as `request`, but for how its answer is read.
    public init<Base: Request>(
        _ request: Base,
        isStreamed: Bool,
        decode: @escaping @Sendable (WireResponse) throws -> Response
    ) {
        method = request.method
        path = request.path
        query = request.query
        headers = request.headers
        body = request.body
        contentType = request.contentType
        accept = request.accept
        authorization = request.authorization
        timeout = request.timeout
        idleTimeout = request.idleTimeout
        acceptableStatus = request.acceptableStatus
        isIdempotent = request.isIdempotent
        idempotencyKey = request.idempotencyKey
        redirects = request.redirects
        self.isStreamed = isStreamed
        validation = request.validate
        decoding = decode
    }

    /// A request of these parts, whose answer `decode` reads.
    public init(
        _ method: HTTPMethod,
        _ path: RequestPath,
        query: Query = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil,
        accept: String = "*/*",
        authorization: Authorization = .bearer,
        timeout: Duration? = nil,
        acceptableStatus: StatusCodes = .success,
        decode: @escaping @Sendable (WireResponse) throws -> Response
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.accept = accept
        self.authorization = authorization
        self.timeout = timeout
        self.acceptableStatus = acceptableStatus
        isIdempotent = method.isIdempotent
        isStreamed = false
        redirects = .standard
        validation = {}
        decoding = decode
    }

    /// Throws when the request it stands for does.
    public func validate() throws { try validation() }

    /// Reads the answer.
    public func decode(_ response: WireResponse) throws -> Response { try decoding(response) }
}

extension AnyRequest where Response: Decodable {
    /// A request of these parts, whose answer is read as JSON.
    public init(
        _ method: HTTPMethod,
        _ path: RequestPath,
        query: Query = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil
    ) {
        self.init(method, path, query: query, headers: headers, body: body, accept: "application/json") {
            try ResponseDecoder.json(Response.self, from: $0)
        }
    }
}

extension AnyRequest<WireResponse> {
    /// A request of these parts, whose answer is given as it is.
    public init(
        _ method: HTTPMethod,
        _ path: RequestPath,
        query: Query = [:],
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil
    ) {
        self.init(method, path, query: query, headers: headers, body: body) { $0 }
    }
}
