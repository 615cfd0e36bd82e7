/// A request as middleware and transports see it: encoded, but not yet bytes.
public struct WireRequest: Sendable {
    /// The endpoint's name, such as `GET users/{}`: a template that holds no values.
    public var endpoint: String
    /// The method.
    public var method: HTTPMethod
    /// Scheme, host and port, such as `https://backoffice.example.com`.
    public var origin: String
    /// Path and query, encoded, beginning with a slash.
    public var target: String
    /// The header fields; the transport adds those that frame the message.
    public var headers: HTTPHeaders
    /// How the request proves who sends it; the `Authorize` middleware turns this into a header field.
    public var authorization: Authorization
    /// The body, if there is one.
    public var body: RequestBody?
    /// Whether sending it twice does no more than sending it once.
    public var isIdempotent: Bool
    /// Whether the response's body is gathered, or handed over while it comes in.
    public var delivery: Delivery
    /// Which redirects are followed.
    public var redirects: RedirectPolicy
    /// Whether a redirect led to another origin, which must not see what proves who sends it: the client certificate too.
    var isElsewhere = false
    /// When the call must have ended, all attempts and waiting included; nil for no limit.
    public var deadline: ContinuousClock.Instant?
    /// How long the server may stay silent; nil for the transport's own limit.
    public var idleTimeout: Duration?

    /// A request of these parts.
    public init(
        endpoint: String? = nil,
        method: HTTPMethod = .get,
        origin: String,
        target: String,
        headers: HTTPHeaders = [:],
        authorization: Authorization = .none,
        body: RequestBody? = nil,
        isIdempotent: Bool? = nil,
        delivery: Delivery = .buffered,
        redirects: RedirectPolicy = .standard,
        deadline: ContinuousClock.Instant? = nil,
        idleTimeout: Duration? = nil
    ) {
        self.endpoint = endpoint ?? method.rawValue
        self.method = method
        self.origin = origin
        self.target = target
        self.headers = headers
        self.authorization = authorization
        self.body = body
        self.isIdempotent = isIdempotent ?? method.isIdempotent
        self.delivery = delivery
        self.redirects = redirects
        self.deadline = deadline
        self.idleTimeout = idleTimeout
    }

    /// How the body of a response is handed over.
    public enum Delivery: Sendable, Hashable {
        /// Whole, in `WireResponse.body`.
        case buffered
        /// As it comes in, in `WireResponse.stream`, when the status is 200–299; an error's body is gathered all the same.
        ///
        /// The deadline then ends with the response's head where `hasDeadline` is false.
        case streamed(hasDeadline: Bool)
    }
}

extension WireRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The endpoint's name.
    public var description: String { endpoint }
    /// The endpoint's name.
    public var debugDescription: String { endpoint }
    /// Shows no more than `description` does.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
