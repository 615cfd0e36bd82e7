/// What a transport needs to know beside the request. The defaults suit a service and its back office.
public struct TransportOptions: Sendable, Hashable {
    /// How long one connection may take to come about, name resolution and TLS included.
    public var connectTimeout: Duration = .seconds(10)
    /// How long the first byte of an answer may take once the request, or the last piece of its body, is on its way; nil
    /// for no limit of its own.
    public var firstByteTimeout: Duration?
    /// How long a peer may stay silent once the request is under way; whole seconds, at least one. Nil for no limit.
    /// A request may have one of its own (`Request.idleTimeout`).
    public var stallTimeout: Duration? = .seconds(60)
    /// The size of a response body in bytes, its content coding undone, above which a call ends with `responseTooLarge`.
    public var maxResponseBytes = 64 << 20
    /// The size in bytes above which a response's head ends a call with `responseTooLarge`.
    public var maxHeaderBytes = 256 << 10
    /// How many exchanges one host sees at a time; further ones wait their turn, first come first served.
    public var maxConnectionsPerHost = 64
    /// How many exchanges there are at a time in all.
    public var maxConnections = 256
    /// How many may wait for their turn; one more ends at once with `overloaded`.
    public var maxWaiting = 20_000
    /// How long an idle connection may be and still be used again.
    public var maxConnectionIdleTime: Duration = .seconds(60)

    /// The defaults.
    public init() {}
}
