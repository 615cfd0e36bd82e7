import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct LoopbackServerStreamTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `a body without a length is chunked as it is written`() throws {
        let server = try LoopbackServer { _ in
            .stream(status: 201, headers: ["A": "b"]) { writer in
                #expect(writer.write("Hello, "))
                #expect(writer.write([]))
                #expect(writer.write("world"))
                #expect(writer.bytesWritten == 12)
            }
        }
        let client = try RawClient(server)
        for _ in 0..<2 {
            let response = try client.exchange(Self.get)
            #expect(
                response.wire
                    == "HTTP/1.1 201 Created\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n7\r\nHello, \r\n5\r\nworld\r\n0\r\n\r\n"
            )
        }
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: ["HEAD / HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"])
    func `a length is promised and kept`(request: String) throws {
        let server = try LoopbackServer { _ in
            .stream(length: 5) { writer in
                #expect(writer.write("abc"))
                #expect(!writer.write("defg"), "more than was promised")
                #expect(writer.bytesWritten == 5)
            }
        }
        let isHead = request.hasPrefix("HEAD")
        let client = try RawClient(server)
        let response = try client.exchange(request, isHead: isHead)
        #expect(response["Content-Length"] == "5")
        #expect(response.text == (isHead ? "" : "abcde"))
        if !isHead { #expect(try client.readToEnd().isEmpty) }
    }

    @Test func `a body shorter than promised ends the connection`() throws {
        let server = try LoopbackServer { _ in .stream(length: 5) { $0.write("abc") } }
        let client = try RawClient(server)
        try client.send(Self.get + Self.get)
        #expect(try client.readToEnd() == Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc".utf8))
    }

    @Test func `to HTTP 1.0 a body of unknown length ends with the connection`() throws {
        let server = try LoopbackServer { _ in .stream { $0.write("abc") } }
        let client = try RawClient(server)
        try client.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try client.readToEnd() == Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc".utf8))
    }

    @Test(arguments: [false, true])
    func `a body can be left unfinished`(isReset: Bool) throws {
        let server = try LoopbackServer { _ in
            .stream { writer in
                writer.write("abc")
                writer.abort(resetting: isReset)
                #expect(!writer.write("def"))
            }
        }
        let client = try RawClient(server)
        try client.send(Self.get)
        let text = String(decoding: try client.readToEnd(), as: UTF8.self)
        #expect(text.hasSuffix("\r\n\r\n3\r\nabc\r\n"))
        #expect(client.wasReset == isReset)
    }

    @Test(arguments: [false, true])
    func `the writer learns that the peer is gone`(isReset: Bool) async throws {
        let gate = try LoopbackGate()
        let ended = try LoopbackGate()
        let server = try LoopbackServer { _ in
            .stream { writer in
                writer.write("data: 1\n\n")
                if !isReset { #expect(!writer.wait(for: gate)) }
                while writer.write("data: 2\n\n") {}
                #expect(!writer.wait(for: gate))
                ended.open()
            }
        }
        do {
            let client = try RawClient(server)
            try client.send(Self.get)
            _ = try client.read(50)
            if isReset { client.resetOnClose() } else { await gate.waitForArrivals() }
        }
        #expect(try await ProcessState.eventually { ended.isOpen && server.openConnections == 0 })
    }

    @Test func `a waiting writer goes on when its gate opens, and ends when the server stops`() async throws {
        let gates = try (0..<2).map { _ in try LoopbackGate() }
        let server = try LoopbackServer { _ in
            .stream { writer in
                for gate in gates {
                    guard writer.wait(for: gate) else { return }
                    writer.write("x")
                }
            }
        }
        let client = try RawClient(server)
        try client.send(Self.get)
        _ = try client.read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8.count)
        await gates[0].waitForArrivals()
        #expect(client.isSilent)
        gates[0].open()
        #expect(try client.read(6) == Array("1\r\nx\r\n".utf8))
        await gates[1].waitForArrivals()
        server.stop()
        #expect(try client.readToEnd().isEmpty)
    }

    /// 200 MB, of which nobody holds more than the buffers of the system and the proxy.
    @Test(arguments: [false, true])
    func `a reader that is slow holds the writer up`(throughProxy: Bool) async throws {
        let piece = [UInt8](repeating: 7, count: 64 * 1024)
        let total = 3200 * piece.count
        let produced = Atomic(0)
        let server = try LoopbackServer { _ in
            .stream(length: total) { writer in
                while produced.load(ordering: .relaxed) < total, writer.write(piece) {
                    produced.add(piece.count, ordering: .relaxed)
                }
            }
        }
        let proxy = try FaultProxy(to: server)
        let client = try throughProxy ? RawClient(proxy) : RawClient(server)
        try client.send(Self.get)
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n"
        #expect(try client.read(head.utf8.count) == Array(head.utf8))
        #expect(try await ProcessState.eventually { produced.load(ordering: .relaxed) > 1_000_000 })
        var consumed = 0
        var ahead = 0
        while consumed < total {
            let count = try client.skip()
            try #require(count > 0)
            consumed += count
            ahead = max(ahead, produced.load(ordering: .relaxed) - consumed)
        }
        #expect(consumed == total)
        #expect(ahead > 100_000, "the writer does not wait for each piece to be read")
        #expect(ahead < 40_000_000)
    }
}
