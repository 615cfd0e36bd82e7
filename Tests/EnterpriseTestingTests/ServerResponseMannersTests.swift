import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct ServerResponseMannersTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    private static let wire = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
    private static let hello = ServerResponse(status: 200, body: Array("hello".utf8))

    private static func client(_ answer: ServerResponse) throws -> (RawClient, LoopbackServer) {
        let server = try LoopbackServer { _ in answer }
        let client = try RawClient(server)
        try client.send(get)
        return (client, server)
    }

    @Test(arguments: [(ServerResponse.reset, ""), (hello.thenResetting(), wire)])
    func `a connection can be reset, without a byte or after the answer`(answer: ServerResponse, text: String) throws {
        let (client, server) = try Self.client(answer)
        #expect(try client.readToEnd() == Array(text.utf8))
        #expect(client.wasReset)
        #expect(server.requestCount == 1)
    }

    @Test func `a close is no reset`() throws {
        let (client, server) = try Self.client(.close)
        #expect(try client.readToEnd().isEmpty)
        #expect(!client.wasReset)
        server.stop()
    }

    @Test func `an answer stops at each gate`() async throws {
        let gates = try (0..<3).map { _ in try LoopbackGate() }
        let answer = Self.hello.held(after: 40, until: gates[1]).held(after: 3, until: gates[0])
            .held(after: 10_000, until: gates[2])
        let (client, _server) = try Self.client(answer)
        for (gate, piece) in zip(gates, [0..<3, 3..<40, 40..<Self.wire.utf8.count]) {
            await gate.waitForArrivals()
            #expect(try client.read(piece.count) == Array(Array(Self.wire.utf8)[piece]))
            #expect(client.isSilent)
            gate.open()
        }
        #expect(try client.exchange(Self.get).text == "hello")
        _server.stop()
    }

    @Test func `a body that is streamed can be held back too`() async throws {
        let gate = try LoopbackGate()
        let answer = ServerResponse.stream(length: 5) { $0.write("hello") }
        let (client, server) = try Self.client(answer.held(after: Self.wire.utf8.count - 2, until: gate))
        await gate.waitForArrivals()
        #expect(try client.read(Self.wire.utf8.count - 2) == Array(Self.wire.utf8.dropLast(2)))
        #expect(client.isSilent)
        gate.open()
        #expect(try client.read(2) == Array("lo".utf8))
        server.stop()
    }

    @Test(arguments: [1, 7, 1000])
    func `a trickling answer takes its time and is whole`(bytes: Int) throws {
        let start = ContinuousClock.now
        let (client, server) = try Self.client(Self.hello.trickled(bytes: bytes, every: .milliseconds(2)))
        #expect(try client.response().wire == Self.wire)
        let pauses = (Self.wire.utf8.count - 1) / bytes
        #expect(ContinuousClock.now - start >= .milliseconds(2) * pauses)
        server.stop()
    }

    @Test func `a trickling answer ends when the peer goes away`() async throws {
        let server = try LoopbackServer { _ in Self.hello.trickled(every: .seconds(3600)) }
        do {
            let client = try RawClient(server)
            try client.send(Self.get)
            #expect(try client.read(1) == [UInt8(ascii: "H")])
        }
        #expect(try await ProcessState.eventually { server.openConnections == 0 })
    }

    @Test func `a half-closed connection is read to its end`() async throws {
        let (client, server) = try Self.client(Self.hello.thenHalfClosing())
        #expect(try client.readToEnd() == Array(Self.wire.utf8))
        for _ in 0..<3 { try client.send(Self.get) }
        #expect(server.openConnections == 1)
        client.finishSending()
        #expect(try await ProcessState.eventually { server.openConnections == 0 })
        #expect(server.requestCount == 1)
    }

    @Test func `a description tells the kinds apart`() {
        let kinds: [ServerResponse] = [.close, .reset, .hang, .raw([1]), .stream { _ in }, 503]
        #expect(
            kinds.map(\.description) == [
                "close", "reset", "hang", "1 raw bytes", "200, 0 headers, streamed", "503, 0 headers, 0 bytes",
            ]
        )
    }
}
