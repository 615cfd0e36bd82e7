import Synchronization

/// The listener, its thread and those of the connections. Apart from `LoopbackServer`, so that the threads, which
/// keep the core alive, do not keep the server from ending when nobody refers to it any more.
final class ServerCore: Sendable {
    let port: UInt16
    private let options: LoopbackServer.Options
    private let handler: @Sendable (ServerRequest) -> ServerResponse
    private let connections = ConnectionThreads()
    private let requests = Atomic(0)
    private let acceptor = Mutex<Acceptor?>(nil)

    /// A core that accepts connections; the caller must stop it.
    init(
        address: LoopbackServer.Address,
        port: UInt16,
        options: LoopbackServer.Options,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(LoopbackError) {
        self.options = options
        self.handler = handler
        let listener = try Socket.listening(on: address, port: port)
        do throws(LoopbackError) {
            self.port = try listener.localPort()
        } catch {
            listener.release()
            throw error
        }
        let acceptor = try Acceptor(listener, sendTimeout: options.sendTimeout) { self.serve($0) }
        self.acceptor.withLock { $0 = acceptor }
    }

    var requestCount: Int { requests.load(ordering: .relaxed) }
    var connectionCount: Int { connections.acceptedCount }
    var openConnections: Int { connections.openCount }

    func stop() {
        connections.stop { acceptor.withLock { $0.take() }?.stop() }
    }

    func disconnectAll() { connections.disconnectAll() }

    private func serve(_ socket: Socket) {
        connections.serve(socket) { number in
            var connection = ServerConnection(socket, number: number, options: self.options, handler: self.handler)
            connection.run(counting: self.requests)
        }
    }
}
