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
    /// Keeps the port until the server stops: else another server may get it, and this one's callers with it.
    private let holder: Mutex<Socket?>

    /// A core that accepts connections; the caller must stop it.
    init(
        address: LoopbackServer.Address,
        port: UInt16,
        options: LoopbackServer.Options,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(LoopbackError) {
        self.options = options
        self.handler = handler
        let holder = try Socket.reserving(on: address, port: port)
        self.holder = Mutex(holder)
        do throws(LoopbackError) {
            self.port = try holder.localPort()
        } catch {
            holder.release()
            throw error
        }
        do throws(LoopbackError) {
            let listener = try Socket.listening(on: address, port: self.port, sharesPort: true)
            let acceptor = try Acceptor(listener, sendTimeout: options.sendTimeout) { self.serve($0) }
            self.acceptor.withLock { $0 = acceptor }
        } catch {
            holder.release()
            throw error
        }
    }

    var requestCount: Int { requests.load(ordering: .relaxed) }
    var connectionCount: Int { connections.acceptedCount }
    var openConnections: Int { connections.openCount }

    func refuse() {
        connections.stop { acceptor.withLock { $0.take() }?.stop() }
    }

    func stop() {
        refuse()
        // Under the lock: whoever stops it, too, returns when the port is free.
        holder.withLock { $0.take()?.release() }
    }

    func disconnectAll() { connections.disconnectAll() }

    private func serve(_ socket: Socket) {
        connections.serve(socket) { number in
            var connection = ServerConnection(socket, number: number, options: self.options, handler: self.handler)
            connection.run(counting: self.requests)
        }
    }
}
