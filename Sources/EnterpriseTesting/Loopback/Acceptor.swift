/// A listener and the thread that accepts its connections.
final class Acceptor: Sendable {
    private let listener: Socket
    private let gate: LoopbackGate
    private let thread: ServerThread

    /// Accepts connections from now on. Whoever keeps the result must `stop` it.
    /// - Parameters:
    ///   - listener: owned from now on; released when this throws, too.
    ///   - sendTimeout: seconds that a `send` of an accepted connection may wait.
    ///   - serve: takes each connection, on the acceptor's thread.
    init(
        _ listener: Socket,
        sendTimeout: Int,
        serve: @escaping @Sendable (Socket) -> Void
    ) throws(LoopbackError) {
        self.listener = listener
        do throws(LoopbackError) {
            let gate = try LoopbackGate()
            self.gate = gate
            thread = try ServerThread {
                Self.accept(from: listener, sendTimeout: sendTimeout, until: gate, serve: serve)
            }
        } catch {
            listener.release()
            throw error
        }
    }

    /// Ends the thread and closes the listener. To be called once.
    func stop() {
        gate.open()
        thread.join()
        listener.release()
    }

    private static func accept(
        from listener: Socket,
        sendTimeout: Int,
        until gate: LoopbackGate,
        serve: (Socket) -> Void
    ) {
        while listener.waitForConnection(or: gate) {
            switch listener.acceptConnection(sendTimeout: sendTimeout) {
            case .connection(let socket): serve(socket)
            case .nobody: continue
            case .exhausted: gate.wait(milliseconds: 10)
            }
        }
    }
}
