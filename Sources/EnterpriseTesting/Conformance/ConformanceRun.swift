import EnterpriseHTTP
import Synchronization

/// What one check works with: its transports and servers, which end with it, and what it is doing at the moment.
final class ConformanceRun: Sendable {
    private struct State {
        var transports: [any Transport] = []
        var servers: [LoopbackServer] = []
        var step: String?
    }

    private let makeTransport: TransportConformance.MakeTransport
    private let state = Mutex(State())

    init(_ makeTransport: @escaping TransportConformance.MakeTransport) { self.makeTransport = makeTransport }

    /// What the check is doing, for the message of one that never ends.
    var currentStep: String? { state.withLock { $0.step } }

    /// Says what comes next.
    func step(_ words: String) { state.withLock { $0.step = words } }

    /// A new transport, closed when the check ends.
    func transport(_ change: ((inout TransportOptions) -> Void)? = nil) -> any Transport {
        let transport = unheldTransport(change)
        state.withLock { $0.transports.append(transport) }
        return transport
    }

    /// A new transport that nobody holds but the check itself, and nobody closes.
    func unheldTransport(_ change: ((inout TransportOptions) -> Void)? = nil) -> any Transport {
        guard let change else { return makeTransport(nil) }
        var options = TransportOptions()
        change(&options)
        return makeTransport(options)
    }

    /// A new server, stopped when the check ends.
    func server(
        _ address: LoopbackServer.Address = .ipv4,
        options: LoopbackServer.Options = LoopbackServer.Options(),
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> LoopbackServer {
        let server = try LoopbackServer(address: address, options: options, handler: handler)
        state.withLock { $0.servers.append(server) }
        return server
    }

    /// A new server that sends these bytes, whatever it is asked.
    func server(sending text: String, thenClose: Bool = true) throws -> LoopbackServer {
        let bytes = Array(text.utf8)
        return try server { _ in .raw(bytes, thenClose: thenClose) }
    }

    /// Waits for something that tells nobody when it happens; the watchdog bounds it.
    func wait(for what: String, until condition: () -> Bool) async throws {
        step("waiting until \(what)")
        while !condition() { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// Closes the transports and stops the servers.
    func end() async {
        let (transports, servers) = state.withLock { state in
            defer { (state.transports, state.servers) = ([], []) }
            return (state.transports, state.servers)
        }
        if !transports.isEmpty { step("\(currentStep.map { "\($0), then " } ?? "")close() at the end of the check") }
        for transport in transports { await transport.close() }
        for server in servers { server.stop() }
    }
}
