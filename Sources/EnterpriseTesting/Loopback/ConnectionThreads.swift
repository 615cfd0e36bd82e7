import Foundation
import Synchronization

/// The open connections of a server or proxy, each with a thread of its own.
final class ConnectionThreads: Sendable {
    private struct State {
        var isStopping = false
        var accepted = 0
        var open: [Int: (sockets: [Socket], thread: ServerThread)] = [:]
        /// At most one: each thread that ends joins the one that ended before it.
        var ended: [ServerThread] = []
    }

    private let state = Mutex(State())
    private let stopped = DispatchGroup()

    /// How many connections have been served so far.
    var acceptedCount: Int { state.withLock { $0.accepted } }

    /// How many connections are open now.
    var openCount: Int { state.withLock { $0.open.count } }

    /// Runs `body` with the connection's number, counted from 1, on a new thread. The socket is owned from now on.
    func serve(_ socket: Socket, body: @escaping @Sendable (_ number: Int) -> Void) {
        let isServed = state.withLock { state in
            let number = state.accepted + 1
            // The new thread can't end before it is entered here: its own end takes the same lock.
            guard !state.isStopping, let thread = try? ServerThread({ self.run(number, body) }) else { return false }
            state.accepted = number
            state.open[number] = ([socket], thread)
            return true
        }
        if !isServed { socket.release() }
    }

    /// Lets a connection own one more socket, which is disconnected and released with it. False when all are stopping:
    /// the socket remains the caller's then.
    func add(_ socket: Socket, to number: Int) -> Bool {
        state.withLock { state in
            guard !state.isStopping else { return false }
            state.open[number]?.sockets.append(socket)
            return true
        }
    }

    /// Ends both directions of every socket.
    func disconnectAll() {
        state.withLock { state in
            for connection in state.open.values { connection.sockets.forEach { $0.disconnect() } }
        }
    }

    /// Disconnects every connection and waits for their threads, except for the one that calls it. When another thread
    /// stops them already, waits for that one.
    /// - Parameter beforeJoining: stops what starts connections; it is called once, by the first who stops.
    func stop(beforeJoining: () -> Void) {
        let (isFirst, isOwn, threads) = state.withLock { state in
            let isFirst = !state.isStopping
            if isFirst { stopped.enter() }
            state.isStopping = true
            for connection in state.open.values { connection.sockets.forEach { $0.disconnect() } }
            let threads = state.open.values.map(\.thread)
            defer { state.ended = [] }
            return (isFirst, threads.contains(where: \.isCurrent), threads + state.ended)
        }
        guard isFirst else {
            // A handler that stops its server while another thread does so must not wait for that one: it waits for it.
            if !isOwn { stopped.wait() }
            return
        }
        beforeJoining()
        for thread in threads { thread.join() }
        stopped.leave()
    }

    private func run(_ number: Int, _ body: (_ number: Int) -> Void) {
        body(number)
        let ended = state.withLock { state -> [ServerThread] in
            guard let connection = state.open.removeValue(forKey: number) else { return [] }
            // Under the lock, so that nobody disconnects a descriptor that is someone else's by then.
            for socket in connection.sockets { socket.release() }
            guard !state.isStopping else { return [] }
            defer { state.ended = [connection.thread] }
            return state.ended
        }
        for thread in ended { thread.join() }
    }
}
