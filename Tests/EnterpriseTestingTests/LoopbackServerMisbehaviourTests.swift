import EnterpriseTesting
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct LoopbackServerMisbehaviourTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `raw bytes are sent as they are`() throws {
        let server = try LoopbackServer { request in .raw([0, 255, 13, 10, 7], thenClose: request.number == 2) }
        let client = try RawClient(server)
        try client.send(Self.get + Self.get)
        #expect(try client.readToEnd() == [0, 255, 13, 10, 7, 0, 255, 13, 10, 7])
    }

    @Test func `the connection can end without a byte`() throws {
        let server = try LoopbackServer { _ in .close }
        let client = try RawClient(server)
        try client.send(Self.get)
        #expect(try client.readToEnd().isEmpty)
        #expect(server.requestCount == 1)
    }

    @Test func `an answer can be shorter than it says`() throws {
        let server = try LoopbackServer { _ in .truncated(headers: ["A": "b"], body: [65, 66], promising: 10) }
        let client = try RawClient(server)
        try client.send(Self.get)
        let all = String(decoding: try client.readToEnd(), as: UTF8.self)
        #expect(all == "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 10\r\n\r\nAB")
    }

    @Test func `a hanging answer ends when the peer goes away`() async throws {
        let server = try LoopbackServer { _ in .hang }
        do {
            let client = try RawClient(server)
            try client.send(Self.get)
            #expect(try await ProcessState.eventually { server.requestCount == 1 })
            #expect(server.openConnections == 1)
        }
        #expect(try await ProcessState.eventually { server.openConnections == 0 })
    }

    @Test func `a hanging answer ends when the server stops`() async throws {
        let server = try LoopbackServer { _ in .hang }
        let client = try RawClient(server)
        try client.send(Self.get)
        #expect(try await ProcessState.eventually { server.requestCount == 1 })
        server.stop()
        #expect(try client.readToEnd().isEmpty)
        #expect(server.openConnections == 0)
    }

    @Test func `a gate holds answers back until it opens`() async throws {
        let gate = try LoopbackGate()
        let opened = Mutex(false)
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        let clients = try (0..<3).map { _ in try RawClient(server) }
        for client in clients { try client.send(Self.get) }
        await gate.waitForArrivals(3)
        #expect(gate.arrivals == 3 && !gate.isOpen)
        #expect(server.openConnections == 3)
        opened.withLock { $0 = true }
        gate.open()
        gate.open()
        for client in clients { #expect(try client.response().status == 200) }
        #expect(try clients[0].exchange(Self.get).status == 200, "an open gate holds nothing back")
        await gate.waitForArrivals(4)
    }

    @Test func `nothing is sent while the gate is closed`() async throws {
        let gate = try LoopbackGate()
        let server = try LoopbackServer { request in
            request.path == "/slow" ? ServerResponse(status: 200).delayed(until: gate) : ServerResponse(status: 204)
        }
        let slow = try RawClient(server)
        try slow.send("GET /slow HTTP/1.1\r\nHost: h\r\n\r\n")
        await gate.waitForArrivals()
        #expect(try RawClient(server).exchange(Self.get).status == 204, "others go on")
        server.stop()
        #expect(try slow.readToEnd().isEmpty)
    }

    @Test func `a peer that gives up does not wait for the gate`() async throws {
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        for reset in [false, true] {
            let client = try RawClient(server)
            try client.send(Self.get)
            await gate.waitForArrivals(reset ? 2 : 1)
            if reset { client.resetOnClose() }
        }
        #expect(try await ProcessState.eventually { server.openConnections == 0 })
        #expect(!gate.isOpen)
    }

    @Test func `waiting for arrivals ends when the task is cancelled`() async throws {
        let gate = try LoopbackGate()
        let task = Task { await gate.waitForArrivals() }
        task.cancel()
        await task.value
        #expect(gate.arrivals == 0)
    }

    @Test func `idle connections can be closed while the server goes on`() throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let client = try RawClient(server)
        #expect(try client.exchange(Self.get).status == 200)
        server.disconnectAll()
        #expect(try client.readToEnd().isEmpty)
        #expect(try RawClient(server).exchange(Self.get).status == 200)
    }
}
