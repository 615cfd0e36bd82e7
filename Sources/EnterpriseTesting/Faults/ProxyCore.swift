import Synchronization

/// The listener and connections of a proxy. Apart from `FaultProxy`, so that the threads, which keep the core alive, do
/// not keep the proxy from ending when nobody refers to it any more.
final class ProxyCore: Sendable {
    private enum Listening {
        case accepting(Acceptor)
        case refusing
        case stopped
    }

    private struct Plan {
        var plan: FaultPlan
        /// Connections accepted since it was set.
        var connections = 0
    }

    /// Milliseconds that connecting to the server may take.
    private static let connectLimit: Int32 = 10_000
    private static let sendTimeout = 30

    let port: UInt16
    private let address: LoopbackServer.Address
    private let target: SocketAddress
    /// Keeps the port while nobody listens.
    private let holder: Socket
    private let connections = ConnectionThreads()
    private let tally = ProxyTally()
    private let plan: Mutex<Plan>
    /// Held while listening starts or stops, but never by what runs on the acceptor's thread.
    private let listening = Mutex(Listening.refusing)

    /// A core that accepts connections; the caller must stop it.
    init(
        address: LoopbackServer.Address,
        port: UInt16,
        target: SocketAddress,
        plan: FaultPlan
    ) throws(LoopbackError) {
        self.address = address
        self.target = target
        self.plan = Mutex(Plan(plan: plan))
        let holder = try Socket.reserving(on: address, port: port)
        self.holder = holder
        do throws(LoopbackError) {
            self.port = try holder.localPort()
        } catch {
            holder.release()
            throw error
        }
        do throws(LoopbackError) {
            try accept()
        } catch {
            holder.release()
            throw error
        }
    }

    var currentPlan: FaultPlan { plan.withLock { $0.plan } }
    var counts: FaultProxy.Counts { tally.counts(connections: connections.acceptedCount) }
    var openConnections: Int { connections.openCount }

    func set(_ plan: FaultPlan) { self.plan.withLock { $0 = Plan(plan: plan) } }

    func waitForFaults(_ count: Int) async { await tally.applied.wait(for: count) }

    func disconnectAll() { connections.disconnectAll() }

    func accept() throws(LoopbackError) {
        try listening.withLock { listening throws(LoopbackError) in
            guard case .refusing = listening else { return }
            let listener = try Socket.listening(on: address, port: port, sharesPort: true)
            listening = .accepting(try Acceptor(listener, sendTimeout: Self.sendTimeout) { self.serve($0) })
        }
    }

    func refuse() {
        listening.withLock { listening in
            guard case .accepting(let acceptor) = listening else { return }
            acceptor.stop()
            listening = .refusing
        }
    }

    func stop() {
        connections.stop {
            refuse()
            listening.withLock { $0 = .stopped }
            holder.release()
        }
    }

    private func serve(_ client: Socket) {
        let (plan, index) = plan.withLock { plan in
            plan.connections += 1
            return (plan.plan, plan.connections)
        }
        connections.serve(client) { number in self.run(client, number, plan.fault(forConnection: index)) }
    }

    private func run(_ client: Socket, _ number: Int, _ fault: Fault) {
        switch fault.effect {
        case .ending(.halfClose, .accepted): break
        case .ending(let ending, .accepted):
            ending.apply(to: client, server: nil, tally: tally)
            return
        default: break
        }
        guard let server = connect(client, number) else {
            tally.countUnreachable()
            client.resetOnRelease()
            return
        }
        var connection = ProxyConnection(client: client, server: server, fault: fault, tally: tally)
        connection.run()
    }

    private func connect(_ client: Socket, _ number: Int) -> Socket? {
        guard let server = try? Socket.connecting(to: target) else { return nil }
        guard connections.add(server, to: number) else {
            server.release()
            return nil
        }
        return server.finishConnecting(milliseconds: Self.connectLimit, unlessGone: client) ? server : nil
    }
}
