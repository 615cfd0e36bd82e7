/// A TCP proxy for tests, in front of any server, that breaks connections as networks and servers do.
///
///     let proxy = try FaultProxy(to: server, plan: [.reset(at: .midResponseBody), .neverAnswering])
///     … proxy.url …                       // in place of the server's
///     proxy.plan = .random(seed: 7, rate: 0.2)
///     proxy.refuse()                      // as when the server is not running
///     proxy.stop()
///
/// Each connection has a thread of its own, so it works while the main thread is blocked. A connection without a fault
/// is passed through byte for byte, with its ends in order (FIN), also of one direction alone, and abrupt ones (RST).
/// The proxy stops when nothing refers to it any more.
public final class FaultProxy: Sendable {
    /// The address it listens on.
    public let address: LoopbackServer.Address
    private let core: ProxyCore
    /// Would stop if nothing referred to it.
    private let server: LoopbackServer?

    /// Starts a proxy in front of a server, which it keeps from ending.
    /// - Throws: `LoopbackError` when the process is out of descriptors or threads.
    public convenience init(to server: LoopbackServer, plan: FaultPlan = .none) throws(LoopbackError) {
        try self.init(
            host: server.address.host,
            port: server.port,
            plan: plan,
            address: server.address,
            localPort: 0,
            server: server
        )
    }

    /// Starts a proxy, which accepts connections when this returns.
    /// - Parameters:
    ///   - host: the server's name or address, which is looked up once.
    ///   - port: the server's port.
    ///   - plan: which fault each connection has; none unless told.
    ///   - address: where the proxy listens; 127.0.0.1 unless told.
    ///   - localPort: 0, unless told, for one that is free.
    /// - Throws: `LoopbackError` when the host has no address, the local port is taken, or the process is out of
    ///   descriptors or threads.
    public convenience init(
        host: String,
        port: UInt16,
        plan: FaultPlan = .none,
        address: LoopbackServer.Address = .ipv4,
        localPort: UInt16 = 0
    ) throws(LoopbackError) {
        try self.init(host: host, port: port, plan: plan, address: address, localPort: localPort, server: nil)
    }

    private init(
        host: String,
        port: UInt16,
        plan: FaultPlan,
        address: LoopbackServer.Address,
        localPort: UInt16,
        server: LoopbackServer?
    ) throws(LoopbackError) {
        self.address = address
        self.server = server
        let target = try SocketAddress(host: host, port: port)
        core = try ProxyCore(address: address, port: localPort, target: target, plan: plan)
    }

    deinit { core.stop() }

    /// The port it listens on, also while it refuses, or listened on before it stopped.
    public var port: UInt16 { core.port }

    /// The root of the server as seen through the proxy, such as `http://127.0.0.1:49152/`.
    public var url: String { "http://\(address.host):\(port)/" }

    /// Which fault each connection has that is accepted from now on. Those that are open keep theirs; setting a plan
    /// starts it with its first connection again.
    public var plan: FaultPlan {
        get { core.currentPlan }
        set { core.set(newValue) }
    }

    /// What happened so far.
    public var counts: Counts { core.counts }

    /// How many connections are open now.
    public var openConnections: Int { core.openConnections }

    /// Returns once so many faults in all have happened, or the task is cancelled.
    public func waitForFaults(_ count: Int = 1) async { await core.waitForFaults(count) }

    /// Lets connecting fail with "connection refused" from now on. Open connections go on. Nobody else gets the port.
    public func refuse() { core.refuse() }

    /// Ends `refuse`.
    /// - Throws: `LoopbackError` when the process is out of descriptors or threads.
    public func accept() throws(LoopbackError) { try core.accept() }

    /// Closes every connection that is open now; new ones are accepted.
    public func disconnectAll() { core.disconnectAll() }

    /// Closes the listener and every connection, whatever their faults, and waits for all threads. Stopping twice does
    /// nothing.
    public func stop() { core.stop() }
}

extension FaultProxy {
    /// What happened on a proxy so far.
    public struct Counts: Sendable, Equatable {
        /// How many connections have been accepted.
        public let connections: Int
        /// How many of them ended because the server did not accept a connection within ten seconds.
        public let unreachable: Int
        /// How often each kind of fault has happened; those whose stage never came did not.
        public let faults: [Fault.Kind: Int]
        /// How many bytes have been passed on to the server.
        public let bytesToServer: Int
        /// How many bytes have been passed on to clients, without garbage.
        public let bytesToClient: Int

        /// How often the kind of fault has happened.
        public subscript(kind: Fault.Kind) -> Int { faults[kind, default: 0] }
    }
}
