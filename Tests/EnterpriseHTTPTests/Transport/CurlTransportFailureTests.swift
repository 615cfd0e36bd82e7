import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct CurlTransportFailureTests {
    private let transport = CurlTransport()

    @Test func `a server that is down is no connection, and the error says where`() async throws {
        let server = try LoopbackServer { _ in .close }
        server.refuse()
        let port = server.port
        let request = WireRequest(origin: "http://127.0.0.1:\(port)", target: "/", deadline: .now + .seconds(10))
        let error = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(error?.code == .connectionFailed)
        #expect(error?.reason == "can't connect to http://127.0.0.1:\(port): Connection refused")
        server.stop()
    }

    @Test func `a name that does not resolve is told apart`() async {
        // RFC 6761 section 6.4: no name under "invalid" exists.
        let request = WireRequest(origin: "http://no-such-host.invalid", target: "/", deadline: .now + .seconds(30))
        let error = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(error?.code == .hostNotFound)
    }

    @Test(arguments: [
        ("garbage\r\n\r\n", APIError.Code.invalidResponse), ("SSH-2.0-OpenSSH_9.2\r\n", .invalidResponse),
        ("HTTP/1.1 xyz\r\n\r\n", .invalidResponse), ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", .invalidResponse),
        ("", .connectionLost), ("HTTP/1.1 200 OK\r\n", .connectionLost),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .connectionLost),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .connectionLost),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", .invalidResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", .invalidResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length: 12345678901234567890123\r\n\r\nab", .invalidResponse),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab", .invalidResponse),
        ("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", .invalidResponse),
    ])
    func `bytes that are no whole HTTP response are never a success`(text: String, code: APIError.Code) async throws {
        let server = try LoopbackServer { _ in .raw(Array(text.utf8)) }
        let error = await failure { () async throws(APIError) in try await transport.send(server.request()) }
        #expect(error?.code == code, "\(error.debugDescription)")
    }

    @Test func `a body over the limit ends the call as soon as it is`() async throws {
        var options = TransportOptions()
        options.maxResponseBytes = 1000
        let transport = CurlTransport(options: options)
        let server = try LoopbackServer { request in
            ServerResponse(status: 200, body: Array(repeating: 7, count: request.target == "/1000" ? 1000 : 1001))
        }
        #expect(try await transport.send(server.request(.get, "/1000")).body.count == 1000)
        let error = await failure { () async throws(APIError) in try await transport.send(server.request(.get, "/1001"))
        }
        #expect(error?.code == .responseTooLarge)
        #expect(error?.reason == "its body is over 1000 bytes")
    }

    @Test func `the limit counts the bytes after the content coding is undone`() async throws {
        var options = TransportOptions()
        options.maxResponseBytes = 100_000
        let transport = CurlTransport(options: options)
        // gzip of ten megabytes of zeros, in about ten kilobytes.
        let bomb = try #require(Data(base64Encoded: Self.bomb()))
        let server = try LoopbackServer { _ in
            ServerResponse(status: 200, headers: ["Content-Encoding": "gzip"], body: Array(bomb))
        }
        let error = await failure { () async throws(APIError) in try await transport.send(server.request()) }
        #expect(error?.code == .responseTooLarge)
    }

    private static func bomb() throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "head -c 10000000 /dev/zero | gzip -c | base64 -w0"]
        process.standardOutput = pipe
        try process.run()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test(arguments: [90, 101, 300])
    func `a header line up to libcurl's own limit is read, a longer one is too large`(kilobytes: Int) async throws {
        let value = String(repeating: "v", count: kilobytes * 1024)
        let server = try LoopbackServer { _ in ServerResponse(status: 200, headers: ["X-Long": value]) }
        if kilobytes == 90 {
            #expect(try await transport.send(server.request()).headers["X-Long"] == value)
        } else {
            let error = await failure { () async throws(APIError) in try await transport.send(server.request()) }
            #expect(error?.code == .responseTooLarge, "\(error.debugDescription)")
        }
    }

    @Test func `a head of too many lines is too large`() async throws {
        let headers = ServerHeaders((0..<4000).map { (name: "X-\($0)", value: String(repeating: "v", count: 100)) })
        let server = try LoopbackServer { _ in ServerResponse(status: 200, headers: headers) }
        let error = await failure { () async throws(APIError) in try await transport.send(server.request()) }
        #expect(error?.code == .responseTooLarge)
    }

    @Test func `a server that never answers runs into the deadline`() async throws {
        let server = try LoopbackServer { _ in .hang }
        let request = server.request(within: .milliseconds(150))
        let error = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(error?.code == .timedOut)
        #expect(error?.reason == "the call's time limit ran out while waiting for the answer")
    }

    @Test func `a call that waits for its turn runs into the deadline too`() async throws {
        var options = TransportOptions()
        options.maxConnectionsPerHost = 1
        let transport = CurlTransport(options: options)
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        async let first = transport.send(server.request())
        await gate.waitForArrivals()
        let request = server.request(within: .milliseconds(100))
        let error = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(error?.reason == "the call's time limit ran out while waiting for a free connection")
        gate.open()
        #expect(try await first.status == 200)
    }

    @Test(arguments: [Duration.zero, .seconds(-5)])
    func `a deadline of zero or in the past ends the call before it begins`(limit: Duration) async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let request = server.request(within: limit)
        let error = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(error?.code == .timedOut)
        #expect(server.connectionCount == 0)
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\nX: y", "/", [:]), ("", "/", [:]), ("GE T", "/", [:]),
            ("GET", "/", ["X\r\nY": "1"]), ("GET", "/", ["X": "a\r\nInjected: 1"]), ("GET", "/", ["X": "a\nb"]),
            ("GET", "/", ["X": "a\0b"]), ("GET", "/", ["": "1"]), ("GET", "/", ["Content-Length": "5"]),
            ("GET", "/", ["transfer-encoding": "chunked"]), ("GET", "/a b", [:]), ("GET", "/\r\nX: y", [:]),
            ("GET", "no-slash", [:]), ("GET", "@evil.example/", [:]),
        ] as [(String, String, HTTPHeaders)]
    )
    func `what would break the message is refused before a connection is made`(
        method: String,
        target: String,
        headers: HTTPHeaders
    ) async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let request = server.request(HTTPMethod(rawValue: method), target, headers: headers)
        let error = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains("Injected") == false)
        #expect(server.connectionCount == 0)
    }

    @Test func `options without a limit are options`() async throws {
        var options = TransportOptions()
        options.maxConnectionsPerHost = .max
        options.connectTimeout = .seconds(Int64.max)
        options.stallTimeout = .seconds(Int64.max)
        options.maxConnectionIdleTime = .seconds(Int64.max)
        (options.maxHeaderBytes, options.maxResponseBytes) = (.max, .max)
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        var request = server.request()
        request.deadline = .now + .seconds(1_000_000_000)
        #expect(try await CurlTransport(options: options).send(request).status == 200)
    }

    @Test(arguments: [HTTPMethod.head, .trace])
    func `a body where none may be is refused`(method: HTTPMethod) async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let request = server.request(method, body: .data(Data([1])))
        let error = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(error?.code == .invalidRequest)
    }
}
