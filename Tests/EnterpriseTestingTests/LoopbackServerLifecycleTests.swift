import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct LoopbackServerLifecycleTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `two hundred connections are served at once`() async throws {
        let gate = try LoopbackGate()
        let server = try LoopbackServer { request in
            ServerResponse(status: 200, body: Array(request.target.utf8)).delayed(until: gate)
        }
        let clients = try (0..<200).map { _ in try RawClient(server) }
        for (index, client) in clients.enumerated() {
            try client.send("GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        await gate.waitForArrivals(200)
        #expect(server.openConnections == 200)
        gate.open()
        for (index, client) in clients.enumerated() { #expect(try client.response().text == "/\(index)") }
        server.stop()
        #expect(server.openConnections == 0)
        #expect(server.connectionCount == 200)
        for client in clients { #expect(try client.readToEnd().isEmpty) }
    }

    @Test func `refusing leaves no socket but keeps the port, and stopping frees it at once`() throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let clients = try (0..<20).map { _ in try RawClient(server) }
        for client in clients { #expect(try client.exchange(Self.get).status == 200) }
        // Those, the listener, and what keeps the port.
        #expect(ProcessState.sockets(localPort: server.port) == 22)
        server.refuse()
        #expect(ProcessState.sockets(localPort: server.port) == 1)
        #expect(throws: RawClient.Failure.self) { try RawClient(server) }
        #expect(throws: LoopbackError.self) { try LoopbackServer(port: server.port) { _ in .close } }
        server.stop()
        server.stop()
        #expect(ProcessState.sockets(localPort: server.port) == 0)
        let next = try LoopbackServer(port: server.port) { _ in ServerResponse(status: 204) }
        #expect(try RawClient(next).exchange(Self.get).status == 204)
    }

    /// Far more rounds than descriptors or threads that other tests may use meanwhile.
    @Test func `two thousand servers leave descriptors and threads as before`() async throws {
        let descriptors = ProcessState.descriptors().count
        let threads = ProcessState.threads()
        for _ in 0..<2000 {
            let server = try LoopbackServer { _ in ServerResponse(status: 200) }
            #expect(try RawClient(server).exchange(Self.get).status == 200)
            _ = try LoopbackGate()
            server.stop()
        }
        #expect(
            try await ProcessState.eventually {
                ProcessState.descriptors().count < descriptors + 1000 && ProcessState.threads() < threads + 500
            }
        )
    }

    @Test func `a server that nobody refers to any more stops`() throws {
        var server: LoopbackServer? = try LoopbackServer { _ in ServerResponse(status: 200) }
        let port = try #require(server?.port)
        let client = try RawClient(port: port)
        #expect(try client.exchange(Self.get).status == 200)
        server = nil
        #expect(try client.readToEnd().isEmpty)
        #expect(ProcessState.sockets(localPort: port) == 0)
    }

    @Test func `connections that came and went leave no thread`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let threads = ProcessState.threads()
        for _ in 0..<1500 { #expect(try RawClient(server).exchange(Self.get).status == 200) }
        #expect(try await ProcessState.eventually { ProcessState.threads() < threads + 500 })
        #expect(try await ProcessState.eventually { server.openConnections == 0 })
        #expect(server.connectionCount == 1500)
    }

    @Test func `a peer that does not read can't hold up the stop`() async throws {
        let server = try LoopbackServer { _ in
            ServerResponse(status: 200, body: [UInt8](repeating: 0, count: 20_000_000))
        }
        let client = try RawClient(server)
        try client.send(Self.get)
        #expect(try await ProcessState.eventually { server.requestCount == 1 })
        server.stop()
        #expect(server.openConnections == 0)
        #expect(try client.readToEnd().count < 20_000_000)
    }

    @Test func `a peer that does not read for the send timeout is let go`() async throws {
        var options = LoopbackServer.Options()
        options.sendTimeout = 1
        let server = try LoopbackServer(options: options) { _ in
            ServerResponse(status: 200, body: [UInt8](repeating: 0, count: 20_000_000))
        }
        let client = try RawClient(server)
        try client.send(Self.get)
        #expect(try await ProcessState.eventually { server.requestCount == 1 && server.openConnections == 0 })
        #expect(try client.readToEnd().count < 20_000_000)
    }

    @Test func `a peer that resets in the middle of an answer does no harm`() async throws {
        let server = try LoopbackServer { _ in
            ServerResponse(status: 200, body: [UInt8](repeating: 0, count: 5_000_000))
        }
        for _ in 0..<20 {
            let client = try RawClient(server)
            try client.send(Self.get + Self.get)
            client.resetOnClose()
        }
        #expect(try await ProcessState.eventually { server.connectionCount == 20 && server.openConnections == 0 })
        #expect(try RawClient(server).exchange(Self.get).status == 200)
    }

    @Test func `a taken port is an error that says so`() throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let error = #expect(throws: LoopbackError.self) {
            try LoopbackServer(port: server.port) { _ in ServerResponse(status: 200) }
        }
        #expect(error?.operation == "bind" || error?.operation == "listen")
        #expect(error?.code == EADDRINUSE)
        #expect(error?.description.hasSuffix(": Address already in use") == true)
    }

    @Test func `a handler may stop its own server`() async throws {
        let holder = Mutex<LoopbackServer?>(nil)
        let server = try LoopbackServer { _ in
            holder.withLock { $0 }?.stop()
            return ServerResponse(status: 200)
        }
        holder.withLock { $0 = server }
        // The handler keeps the server, and the server its handler.
        defer { holder.withLock { $0 = nil } }
        let client = try RawClient(server)
        try client.send(Self.get)
        _ = try client.readToEnd()
        server.stop()
        // Its own thread is the one that can't be waited for.
        #expect(try await ProcessState.eventually { ProcessState.sockets(localPort: server.port) == 0 })
    }

    @Test func `many may stop it at once and all return after it stopped`() async throws {
        for _ in 0..<20 {
            let server = try LoopbackServer { _ in .hang }
            let clients = try (0..<5).map { _ in try RawClient(server) }
            for client in clients { try client.send(Self.get) }
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        server.stop()
                        return server.openConnections
                    }
                }
                for await open in group { #expect(open == 0) }
            }
            #expect(ProcessState.sockets(localPort: server.port) == 0)
        }
    }

    @MainActor @Test func `it answers while the main actor is blocked`() throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        #expect(try RawClient(server).exchange(Self.get).status == 200)
        server.stop()
    }
}
