import EnterpriseTesting
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct LoopbackServerBodyTests {
    private static let chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func head(_ length: Int, _ more: String = "") -> String {
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\(more)\r\n"
    }

    private static func server(
        _ handling: @escaping @Sendable (ServerRequest) -> LoopbackServer.BodyHandling
    ) throws -> LoopbackServer {
        var options = LoopbackServer.Options()
        options.maxBodyBytes = 10
        options.bodyHandling = handling
        return try LoopbackServer(options: options) { request in
            ServerResponse(status: 200, body: Array("\(request.body.count) \(request.bodyLength)".utf8))
        }
    }

    @Test func `a body can be consumed as it comes, whatever its length`() throws {
        let sum = Atomic(0)
        let largest = Atomic(0)
        let server = try Self.server { _ in
            .consume { bytes in
                sum.add(bytes.count, ordering: .relaxed)
                _ = largest.max(bytes.count, ordering: .relaxed)
            }
        }
        let client = try RawClient(server)
        let piece = [UInt8](repeating: 7, count: 64 * 1024)
        try client.send(Self.head(1600 * piece.count))
        for _ in 0..<1600 { try client.send(piece) }
        #expect(try client.response().text == "0 \(1600 * piece.count)")
        #expect(sum.load(ordering: .relaxed) == 1600 * piece.count)
        #expect(largest.load(ordering: .relaxed) <= piece.count)
        #expect(try client.exchange(Self.chunked + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n").text == "0 5")
    }

    @Test func `a consumer that waits holds the sender up`() async throws {
        let gate = try LoopbackGate()
        let server = try Self.server { _ in .consume { _ in gate.hold() } }
        let client = try RawClient(server)
        try client.send(Self.head(3) + "abc")
        await gate.waitForArrivals()
        #expect(server.requestCount == 0)
        #expect(client.isSilent)
        gate.open()
        #expect(try client.response().text == "0 3")
    }

    @Test func `others are collected, up to the limit`() throws {
        let server = try Self.server { $0.headers["Expect"] == nil ? .collect : .consume { _ in } }
        let client = try RawClient(server)
        #expect(try client.exchange(Self.head(2) + "ab").text == "2 2")
        #expect(try client.exchange(Self.head(11, "Expect: x\r\n") + "abcdefghijk").text == "0 11")
        #expect(try client.exchange(Self.head(11)).status == 413)
    }

    @Test func `an answer can come before the body, which is thrown away`() throws {
        let server = try Self.server { $0.method == "POST" ? .answer(409) : .collect }
        let client = try RawClient(server)
        for body in [Self.head(1000), Self.chunked] {
            #expect(try client.exchange(body).status == 409)
            #expect(client.isSilent)
            let rest = String(repeating: "a", count: 1000)
            try client.send(body == Self.chunked ? "3e8\r\n\(rest)\r\n0\r\n\r\n" : rest)
        }
        #expect(try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").text == "0 0")
        #expect(server.requestCount == 3)
    }

    @Test func `an early answer that ends the connection is not lost`() throws {
        let server = try Self.server { _ in .answer(413) }
        let client = try RawClient(server)
        try client.send(Self.head(1_000_000, "Connection: close\r\n") + String(repeating: "a", count: 500_000))
        #expect(try client.response().status == 413)
        #expect(try client.readToEnd().isEmpty)
        #expect(!client.wasReset)
    }

    @Test func `unread bytes reset a connection that is simply closed`() throws {
        let server = try Self.server { _ in .answer(.close) }
        let client = try RawClient(server)
        try? client.send(Self.head(1_000_000) + String(repeating: "a", count: 1_000_000))
        #expect(try client.readToEnd().isEmpty)
        #expect(client.wasReset)
    }
}
