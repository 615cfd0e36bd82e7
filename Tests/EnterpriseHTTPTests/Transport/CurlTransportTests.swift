import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct CurlTransportTests {
    private let transport = CurlTransport()

    /// A server that answers with the request as it came: the request line, the headers, an empty line, the body.
    private func echo(_ address: LoopbackServer.Address = .ipv4) throws -> LoopbackServer {
        try LoopbackServer(address: address) { request in
            var lines = ["\(request.method) \(request.target)"]
            lines += request.headers.fields.map { "\($0.name): \($0.value)" }
            return ServerResponse(
                status: 200,
                body: Array((lines + ["", ""]).joined(separator: "\n").utf8) + request.body
            )
        }
    }

    private func lines(_ response: WireResponse) -> [String] {
        String(decoding: response.body, as: UTF8.self).components(separatedBy: "\n")
    }

    @Test(arguments: LoopbackServer.Address.allCases)
    func `a GET brings status, headers and body, over IPv4 and IPv6`(address: LoopbackServer.Address) async throws {
        let server = try LoopbackServer(address: address) { _ in
            ServerResponse(status: 206, headers: ["X-One": "1", "x-one": "2"], body: Array("hello".utf8))
        }
        let response = try await transport.send(server.request())
        #expect(response.status == 206)
        #expect(response.headers.values(for: "X-ONE") == ["1", "2"])
        #expect(response.body == Data("hello".utf8))
    }

    @Test(arguments: [HTTPMethod.get, .post, .put, .patch, .delete, .options, "PURGE"])
    func `every method goes out with and without a body, and only its own headers`(method: HTTPMethod) async throws {
        let server = try echo()
        for bytes in [nil, Data("a\0b\r\n".utf8), Data()] {
            let body = bytes.map { RequestBody.data($0) }
            let response = try await transport.send(
                server.request(method, "/x?y=%2F+", headers: ["X-A": "b"], body: body)
            )
            let lines = lines(response)
            #expect(lines[0] == "\(method) /x?y=%2F+")
            #expect(lines.contains("X-A: b"))
            let names = lines.dropFirst().prefix { !$0.isEmpty }.map { $0.prefix { $0 != ":" }.lowercased() }
            #expect(
                !names.contains("expect") && !names.contains("content-type") && !names.contains("transfer-encoding")
            )
            if let bytes, !bytes.isEmpty {
                #expect(lines.contains("Content-Length: 5"))
                #expect(response.body.suffix(5) == bytes)
            } else if [.post, .put, .patch].contains(method) {
                #expect(lines.contains("Content-Length: 0"))
            }
        }
    }

    @Test func `HEAD brings the head and no body, and the connection is used again`() async throws {
        let server = try LoopbackServer { request in
            ServerResponse(status: 200, headers: ["X-Method": request.method], body: [1, 2, 3])
        }
        for _ in 0..<3 {
            let response = try await transport.send(server.request(.head))
            #expect(response.headers["Content-Length"] == "3")
            #expect(response.headers["X-Method"] == "HEAD")
            #expect(response.body.isEmpty)
        }
        #expect(server.connectionCount == 1)
    }

    @Test func `a body of a megabyte arrives whole in both directions`() async throws {
        let server = try LoopbackServer { ServerResponse(status: 200, body: $0.body) }
        let sent = Data.pattern(1_048_577)
        let response = try await transport.send(server.request(.post, body: .data(sent, contentType: "a/b")))
        #expect(response.body == sent)
    }

    @Test func `a chunked body is put together`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, chunks: [[1], [2, 3], [], [4]]) }
        #expect(try await transport.send(server.request()).body == Data([1, 2, 3, 4]))
    }

    @Test(arguments: [
        ("X-A:no-space", "X-A", "no-space"), ("x-MIXED:  v \t", "X-Mixed", "v"),
        ("X-Latin: caf\u{FFFD}", "X-Latin", "café"),
        ("X-Folded: a\r\n  b", "X-Folded", "a b"), ("X-Empty:", "X-Empty", ""), (": nameless\r\nX-C: 2", "X-C", "2"),
    ])
    func `unusual header lines are read`(line: String, name: String, value: String) async throws {
        let bytes = Array("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 2\r\n\r\nok".utf8)
        // The Latin-1 byte of é, which is no UTF-8 by itself.
        let raw = bytes.split(separator: [0xEF, 0xBF, 0xBD]).map(Array.init).joined(separator: [0xE9])
        let server = try LoopbackServer { _ in .raw(Array(raw)) }
        let response = try await transport.send(server.request())
        #expect(response.headers[name] == value)
        #expect(response.body == Data("ok".utf8))
    }

    @Test func `interim responses and their headers are passed over`() async throws {
        let text =
            "HTTP/1.1 103 Early Hints\r\nX-A: early\r\n\r\nHTTP/1.1 200 OK\r\nX-B: 1\r\nContent-Length: 0\r\n\r\n"
        let server = try LoopbackServer { _ in .raw(Array(text.utf8)) }
        let response = try await transport.send(server.request())
        #expect(response.status == 200)
        #expect(response.headers["X-A"] == nil)
        #expect(response.headers["X-B"] == "1")
    }

    @Test func `a value that is empty is sent as empty`() async throws {
        let server = try echo()
        #expect(lines(try await transport.send(server.request(headers: ["X-Empty": ""]))).contains("X-Empty: "))
    }

    @Test func `a redirect is a response, not followed`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 302, headers: ["Location": "/other"]) }
        #expect(try await transport.send(server.request()).status == 302)
        #expect(server.requestCount == 1)
    }

    @Test func `no more exchanges than the limit reach one host, and all that wait are served in turn`() async throws {
        var options = TransportOptions()
        options.maxConnectionsPerHost = 3
        let transport = CurlTransport(options: options)
        let running = Mutex((now: 0, most: 0))
        let server = try LoopbackServer { _ in
            running.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            defer { running.withLock { $0.now -= 1 } }
            return ServerResponse(status: 200)
        }
        try await withThrowingTaskGroup { group in
            for _ in 0..<200 { group.addTask { try await transport.send(server.request()).status } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(running.withLock { $0.most } <= 3)
        #expect(server.connectionCount <= 3)
        #expect(server.requestCount == 200)
    }

    @Test func `a host whose places are all taken holds up no other host`() async throws {
        var options = TransportOptions()
        options.maxConnectionsPerHost = 1
        let transport = CurlTransport(options: options)
        let gate = try LoopbackGate()
        let slow = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        let quick = try LoopbackServer { _ in ServerResponse(status: 200) }
        async let first = transport.send(slow.request())
        async let second = transport.send(slow.request())
        await gate.waitForArrivals()
        #expect(try await transport.send(quick.request()).status == 200)
        gate.open()
        #expect(try await [first.status, second.status] == [200, 200])
    }
}
