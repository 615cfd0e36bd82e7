import Foundation
import Synchronization

/// The listener, its thread and those of the connections. Apart from `LoopbackServer`, so that the threads, which
/// keep the core alive, do not keep the server from ending when nobody refers to it any more.
final class ServerCore: Sendable {
    private struct State {
        var isStopping = false
        var accepted = 0
        var open: [Int: (socket: Socket, thread: ServerThread)] = [:]
        /// At most one: each thread that ends joins the one that ended before it.
        var ended: [ServerThread] = []
    }

    let port: UInt16
    private let listener: Socket
    private let options: LoopbackServer.Options
    private let handler: @Sendable (ServerRequest) -> ServerResponse
    private let state = Mutex(State())
    private let requests = Atomic(0)
    private let stopGate: LoopbackGate
    private let stopped = DispatchGroup()
    private let acceptor = Mutex<ServerThread?>(nil)

    private init(
        address: LoopbackServer.Address,
        port: UInt16,
        options: LoopbackServer.Options,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(LoopbackError) {
        self.options = options
        self.handler = handler
        stopGate = try LoopbackGate()
        listener = try Socket.listening(on: address, port: port)
        do throws(LoopbackError) {
            self.port = try listener.localPort()
        } catch {
            listener.release()
            throw error
        }
    }

    var requestCount: Int { requests.load(ordering: .relaxed) }
    var connectionCount: Int { state.withLock { $0.accepted } }
    var openConnections: Int { state.withLock { $0.open.count } }

    /// A core that accepts connections; the caller must stop it.
    static func started(
        address: LoopbackServer.Address,
        port: UInt16,
        options: LoopbackServer.Options,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws(LoopbackError) -> ServerCore {
        let core = try ServerCore(address: address, port: port, options: options, handler: handler)
        do throws(LoopbackError) {
            let thread = try ServerThread { core.acceptConnections() }
            core.acceptor.withLock { $0 = thread }
            core.stopped.enter()
        } catch {
            core.listener.release()
            throw error
        }
        return core
    }

    func stop() {
        let (isFirst, isOwn, threads) = state.withLock { state in
            let isFirst = !state.isStopping
            state.isStopping = true
            for connection in state.open.values { connection.socket.disconnect() }
            let threads = state.open.values.map(\.thread)
            defer { state.ended = [] }
            return (isFirst, threads.contains(where: \.isCurrent), threads + state.ended)
        }
        guard isFirst else {
            // A handler that stops its server while another thread does so must not wait for that one: it waits for it.
            if !isOwn { stopped.wait() }
            return
        }
        stopGate.open()
        acceptor.withLock { $0.take() }?.join()
        listener.release()
        for thread in threads { thread.join() }
        stopped.leave()
    }

    func disconnectAll() {
        state.withLock { state in
            for connection in state.open.values { connection.socket.disconnect() }
        }
    }

    private func acceptConnections() {
        while listener.waitForConnection(or: stopGate) {
            switch listener.acceptConnection(sendTimeout: options.sendTimeout) {
            case .connection(let socket): serve(socket)
            case .nobody: continue
            case .exhausted: stopGate.wait(milliseconds: 10)
            }
        }
    }

    private func serve(_ socket: Socket) {
        let isServed = state.withLock { state in
            let number = state.accepted + 1
            // The new thread can't end before it is entered here: its own end takes the same lock.
            guard !state.isStopping, let thread = try? ServerThread({ self.run(socket, number: number) })
            else { return false }
            state.accepted = number
            state.open[number] = (socket, thread)
            return true
        }
        if !isServed { socket.release() }
    }

    private func run(_ socket: Socket, number: Int) {
        var connection = ServerConnection(socket, number: number, options: options, handler: handler)
        connection.run(counting: requests)
        let ended = state.withLock { state -> [ServerThread] in
            // Under the lock, so that nobody disconnects a descriptor that is someone else's by then.
            socket.release()
            guard let thread = state.open.removeValue(forKey: number)?.thread, !state.isStopping else { return [] }
            defer { state.ended = [thread] }
            return state.ended
        }
        for thread in ended { thread.join() }
    }
}
