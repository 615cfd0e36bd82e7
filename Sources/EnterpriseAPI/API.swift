public import EnterpriseHTTP

/// A company's back office: signs in, loads announcements, org chart, events, products, purchases and users, and submits
/// purchase orders.
///
/// ```swift
/// let api = API(configuration: try Configuration.load())
/// try await api.login(Credentials(username: name, password: password))
/// for event in try await api.events() { print(event.name) }
/// ```
///
/// Every call exists twice: awaited (`announcements()`), and started with its outcome going to the delegate
/// (`getAnnouncements()`). Make one `API` for a service and keep it; it is safe to use from any thread or task. Calls
/// under way when the last reference goes still end, and are still reported.
public final class API: Client, Sendable {
    let session: Session

    /// An API on the server of a configuration, over the system's libcurl.
    ///
    /// - Parameters:
    ///   - configuration: The server and the company's rules.
    ///   - delegate: Hears the outcome of started calls; it is not kept alive.
    ///   - credentials: What to sign in with when a call needs a token and there is none, or the server refuses it. Without
    ///     them only `login` signs in, and a refused token ends a call with `unauthorized`.
    ///   - tokenStore: Where the token is kept, and looked for before signing in.
    ///   - sessionOptions: How the session looks after its token.
    ///   - retryPolicy: When a request is sent again.
    ///   - middleware: What stands around each call, such as a `RateLimit`, a `CircuitBreaker` or a `ConditionalGet`; logins
    ///     are not among them, as calls may be waiting for one.
    ///   - clock: The time that the session and its retries go by.
    ///   - options: Those of the transport; those of the configuration when nil.
    public convenience init(
        configuration: Configuration,
        delegate: (any APIDelegate)? = nil,
        credentials: (any CredentialProvider)? = nil,
        tokenStore: any TokenStore = MemoryTokenStore(),
        sessionOptions: SessionOptions = SessionOptions(),
        retryPolicy: RetryPolicy = .standard,
        middleware: [any Middleware] = [],
        clock: CallClock = .continuous,
        options: TransportOptions? = nil
    ) {
        self.init(
            configuration: configuration,
            delegate: delegate,
            credentials: credentials,
            tokenStore: tokenStore,
            sessionOptions: sessionOptions,
            retryPolicy: retryPolicy,
            middleware: middleware,
            clock: clock,
            transport: CurlTransport(options: options ?? configuration.network)
        )
    }

    /// An API over a transport of your own.
    public init(
        configuration: Configuration,
        delegate: (any APIDelegate)? = nil,
        credentials: (any CredentialProvider)? = nil,
        tokenStore: any TokenStore = MemoryTokenStore(),
        sessionOptions: SessionOptions = SessionOptions(),
        retryPolicy: RetryPolicy = .standard,
        middleware: [any Middleware] = [],
        clock: CallClock = .continuous,
        transport: any Transport
    ) {
        session = Session(
            configuration: configuration,
            transport: transport,
            credentials: credentials,
            tokenStore: tokenStore,
            options: sessionOptions,
            retryPolicy: retryPolicy,
            middleware: middleware,
            clock: clock
        )
        session.state.withLock { $0.currentDelegate = delegate }
    }

    /// The settings it was made with.
    public var configuration: Configuration { session.configuration }

    /// Hears the outcome of calls that are started from now on. Not kept alive; `logout()` lets it go.
    public var delegate: (any APIDelegate)? {
        get { session.state.withLock { WeakDelegate(value: $0.currentDelegate) }.value }
        set { session.state.withLock { [newValue] in $0.currentDelegate = newValue } }
    }

    /// The token of the last login or renewal, until `logout()`. One in the store is not looked for before a call needs it.
    public var token: Token? { session.state.withLock { $0.tokens.current } }

    /// Sends any request to the backend, with the session's token if it wants one.
    public func send<R: Request>(_ request: R) async throws(APIError) -> R.Response {
        try await session.run { session, _ throws(APIError) in try await session.client.send(request) }
    }

    /// Refuses new calls with `shutDown`, lets those in flight finish within a time, then ends them, and returns when every
    /// callback has been delivered and every connection, descriptor and thread is let go. Idempotent.
    ///
    /// Called from a callback, or from a task that a callback started and that runs before it returns, it does not wait for
    /// callbacks, as it might wait for itself.
    /// - Parameter grace: How long calls in flight may still take; none by default.
    public func close(grace: Duration = .zero) async { await session.close(grace: grace) }
}

/// A delegate that a callback on its way does not keep alive.
struct WeakDelegate: Sendable {
    weak let value: (any APIDelegate)?
}
