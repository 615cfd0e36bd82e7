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

    /// The file, in PEM, of the authorities whose certificates are accepted, in place of the system's. There is no way to
    /// turn the check off: for a test, too, name your own authority. Read for each new connection.
    public var caFile: String?
    /// A directory of such files, each named by its hash (`openssl rehash`), in place of the system's.
    public var caPath: String?
    /// The client's certificate in PEM, with the intermediate ones after it. Read for each new connection.
    public var certificateFile: String?
    /// The private key of the certificate in PEM; in the certificate's file when it is nil.
    public var keyFile: String?
    /// What unlocks the private key.
    public var keyPassphrase: SecretSource?
    /// The SHA-256 digests of the public keys, one of which the server's own certificate must have: `sha256//` and the
    /// digest of its SubjectPublicKeyInfo in base64. Empty for any. Name the next key too before the server changes it.
    public var pinnedPublicKeys: [String] = []
    /// The lowest version of TLS that is accepted.
    public var minimumVersion = TLSVersion.v1_2
    /// The version of HTTP; nil for the newest that the server and libcurl have.
    public var httpVersion: HTTPVersion?

    /// Whether connections go through a proxy.
    public var proxy = ProxyChoice.none
    /// What to sign in to the proxy with: `name:password`.
    public var proxyCredentials: SecretSource?
    /// Whether http goes through a tunnel (CONNECT), as https does: else the proxy sees the calls and their credentials.
    public var proxyTunnel = true
    /// The hosts that are connected to without the proxy: `*`, names with their subdomains, addresses, and networks such as
    /// `10.0.0.0/8`, each with or without a port.
    public var noProxy: [String] = []

    /// The Unix domain socket that all connections go to, whatever the host's name.
    public var unixSocket: String?
    /// The addresses of servers, `host:port`, whose names are not looked up.
    public var resolve: [String: [String]] = [:]
    /// The interface, host name or address that connections come from.
    public var interface: String?
    /// How long the addresses of a name are remembered; whole seconds.
    public var dnsCacheTime: Duration = .seconds(60)
    /// Which addresses of a name are used.
    public var addressFamily = AddressFamily.any

    /// The defaults.
    public init() {}
}
