/// An endpoint of a backend: what is sent, and what comes back. Only `path` and `Response` are needed.
///
/// ```swift
/// struct GetUser: Request {
///     typealias Response = User
///     let name: String
///     var path: RequestPath { "user/\(name)" }
/// }
/// ```
///
/// The client carries the host; a request never does.
public protocol Request<Response>: Sendable {
    /// What a successful answer is read as: anything `Decodable`, an optional of it, `Void`, `Data`, `String`,
    /// `WireResponse`, `ResponseStream`, or whatever your own `decode(_:)` makes of it.
    associatedtype Response: Sendable

    /// The method; GET unless said otherwise.
    var method: HTTPMethod { get }
    /// The path below the client's base URL.
    var path: RequestPath { get }
    /// The query; none unless said otherwise.
    var query: Query { get }
    /// Header fields beside those of the client, which they replace.
    var headers: HTTPHeaders { get }
    /// The body; none unless said otherwise.
    var body: RequestBody? { get }
    /// The media type of the body; the body's own unless said otherwise.
    var contentType: String? { get }
    /// The media types that are understood; JSON unless said otherwise.
    var accept: String { get }
    /// How the request proves who sends it: bearer unless said otherwise.
    var authorization: Authorization { get }
    /// The time the call may take in all, the client's unless said otherwise. For a streamed response, the client's
    /// time ends with its head, and a time said here counts until its last byte.
    var timeout: Duration? { get }
    /// How long the server may stay silent, the transport's `TransportOptions.stallTimeout` unless said otherwise; whole
    /// seconds, at least one. For what is silent by its nature, such as a call that the server answers when something
    /// happens. `CurlTransport` goes by it, `URLSessionTransport` can't.
    var idleTimeout: Duration? { get }
    /// The status codes that are a success; 200–299 unless said otherwise. Any other is an error.
    var acceptableStatus: StatusCodes { get }
    /// Whether sending it twice does no more than sending it once: by its method unless said otherwise. A request that is
    /// not is never sent again once a byte of it went out.
    var isIdempotent: Bool { get }
    /// A key by which the server tells a repeated request from a new one; none unless said otherwise. With one, the request
    /// counts as idempotent.
    var idempotencyKey: IdempotencyKey? { get }
    /// Whether the response's body is read while it comes in; only for a `ResponseStream` unless said otherwise.
    var isStreamed: Bool { get }

    /// Which redirects are followed; at most 10, to any origin, unless said otherwise. Credentials never go along to
    /// another origin, but a body does where the status asks for it.
    var redirects: RedirectPolicy { get }

    /// Throws when the values break a rule that is known here, before anything is sent. A `ValidationError`, or an error of
    /// your own whose description names every broken rule.
    func validate() throws
    /// Reads an answer whose status is acceptable. The JSON decoder unless said otherwise, for a `Decodable` response.
    func decode(_ response: WireResponse) throws -> Response
}

extension Request {
    /// GET.
    public var method: HTTPMethod { .get }
    /// None.
    public var query: Query { Query() }
    /// None.
    public var headers: HTTPHeaders { [:] }
    /// None.
    public var body: RequestBody? { nil }
    /// The body's own.
    public var contentType: String? { nil }
    /// JSON.
    public var accept: String { "application/json" }
    /// The client's bearer token.
    public var authorization: Authorization { .bearer }
    /// The client's.
    public var timeout: Duration? { nil }
    /// The transport's.
    public var idleTimeout: Duration? { nil }
    /// 200–299.
    public var acceptableStatus: StatusCodes { .success }
    /// By its method (RFC 9110 section 9.2.2).
    public var isIdempotent: Bool { method.isIdempotent }
    /// None.
    public var idempotencyKey: IdempotencyKey? { nil }
    /// No.
    public var isStreamed: Bool { false }
    /// At most 10, to any origin.
    public var redirects: RedirectPolicy { .standard }
    /// No rules.
    public func validate() throws {}
}

/// The key by which a server tells a repeated request from a new one, sent as `Idempotency-Key`.
public enum IdempotencyKey: Sendable, Hashable {
    /// A random one for each call, the same on every attempt.
    case automatic
    /// One of your own, such as an order's number.
    case custom(String)
}

/// The rules that a request's values break.
public struct ValidationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Each broken rule, in words.
    public var violations: [String]

    /// An error that names these broken rules.
    public init(_ violations: [String]) { self.violations = violations }

    /// The broken rules in one line.
    public var description: String { violations.joined(separator: "; ") }
}
