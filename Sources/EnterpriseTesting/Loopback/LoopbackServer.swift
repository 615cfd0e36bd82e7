/// An HTTP/1.1 server for tests: on the machine's own address, a thread for each connection, no main queue.
///
///     let server = try LoopbackServer { request in
///         ServerResponse(status: 200, body: Array(request.path.utf8))
///     }
///     … server.url …
///     server.stop()
///
/// It works while the main thread is blocked. Keep-alive and pipelining, bodies by length and chunked, and `HEAD` are
/// as RFC 9112 has them. `ServerResponse` has answers that misbehave, `ResponseScript` has some in a row, and `FaultProxy`
/// breaks the connection itself. The server stops when nothing refers to it any more.
public final class LoopbackServer: Sendable {
    /// The address it listens on.
    public let address: Address
    private let core: ServerCore

    /// Starts a server, which accepts connections when this returns.
    /// - Parameters:
    ///   - address: 127.0.0.1 unless told.
    ///   - port: 0, unless told, for one that is free.
    ///   - options: limits and manners.
    ///   - handler: answers a request; it runs on the connection's thread, for several connections at once.
    /// - Throws: `LoopbackError` when the port is taken, or the process is out of descriptors or threads.
    public init(
        address: Address = .ipv4,
        port: UInt16 = 0,
        options: Options = Options(),
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(LoopbackError) {
        self.address = address
        core = try ServerCore(address: address, port: port, options: options, handler: handler)
    }

    deinit { core.stop() }

    /// The port it listens on, or listened on before it stopped.
    public var port: UInt16 { core.port }

    /// The server's root, such as `http://127.0.0.1:49152/`.
    public var url: String { "http://\(address.host):\(port)/" }

    /// How many requests have been read whole, or answered before their body was.
    public var requestCount: Int { core.requestCount }

    /// How many connections have been accepted so far.
    public var connectionCount: Int { core.connectionCount }

    /// How many connections are open now.
    public var openConnections: Int { core.openConnections }

    /// Closes the listener and every connection, also those that hang or whose peer does not read, and waits for all
    /// threads. Waits for a handler that is running, except when that handler calls it. Stopping twice does nothing.
    public func stop() { core.stop() }

    /// Stops for good but keeps the port, so that connecting is refused as when the server is down: after `stop()` the
    /// system may give the port to somebody else, who answers instead. `FaultProxy` can come back.
    public func refuse() { core.refuse() }

    /// Closes every connection that is open now, as a server does with idle ones; new ones are accepted.
    public func disconnectAll() { core.disconnectAll() }
}
