import EnterpriseTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct LoopbackServerTests {
    /// Answers with what it read, so that a test sees both directions.
    static func echo(options: LoopbackServer.Options = .init(), address: LoopbackServer.Address = .ipv4) throws
        -> LoopbackServer
    {
        try LoopbackServer(address: address, options: options) { request in
            let line = "\(request.connection).\(request.number) \(request.method) \(request.target) "
            return ServerResponse(status: 200, headers: ["X-Kind": "echo"], body: Array(line.utf8) + request.body)
        }
    }

    @Test(arguments: LoopbackServer.Address.allCases)
    func `a request is answered byte for byte`(address: LoopbackServer.Address) throws {
        let server = try Self.echo(address: address)
        let client = try RawClient(server)
        let response = try client.exchange("GET /a%20b/?q=1%2F2?&x HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(
            response.wire
                == "HTTP/1.1 200 OK\r\nX-Kind: echo\r\nContent-Length: 27\r\n\r\n1.1 GET /a%20b/?q=1%2F2?&x "
        )
        #expect(server.url == (address == .ipv4 ? "http://127.0.0.1:\(server.port)/" : "http://[::1]:\(server.port)/"))
    }

    @Test func `one connection serves many requests and each connection has its number`() throws {
        let server = try Self.echo()
        let first = try RawClient(server)
        #expect(try first.exchange("GET /a HTTP/1.1\r\nHost: h\r\n\r\n").text == "1.1 GET /a ")
        #expect(try first.exchange("GET /b HTTP/1.1\r\nHost: h\r\n\r\n").text == "1.2 GET /b ")
        let second = try RawClient(server)
        #expect(try second.exchange("GET /c HTTP/1.1\r\nHost: h\r\n\r\n").text == "2.1 GET /c ")
        #expect(server.connectionCount == 2)
        #expect(server.requestCount == 3)
        #expect(server.openConnections == 2)
    }

    @Test func `pipelined requests are answered in order, bodies and all`() throws {
        let server = try Self.echo()
        let client = try RawClient(server)
        try client.send(
            "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\none"
                + "POST /b HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\ntwo\r\n0\r\n\r\n"
                + "\r\nGET /c HTTP/1.1\r\nHost: h\r\n\r\n"
        )
        #expect(try client.response().text == "1.1 POST /a one")
        #expect(try client.response().text == "1.2 POST /b two")
        #expect(try client.response().text == "1.3 GET /c ")
    }

    @Test func `a request may come one byte at a time`() throws {
        let server = try Self.echo()
        let client = try RawClient(server)
        for byte
            in "\r\nPOST /a HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\none\r\n0\r\nT: 1\r\n\r\n"
            .utf8
        {
            try client.send([byte])
        }
        #expect(try client.response().text == "1.1 POST /a one")
    }

    @Test func `chunked bodies are joined, without extensions and trailers`() throws {
        let server = try Self.echo()
        let client = try RawClient(server)
        let chunks = "1;a=b\r\nx\r\n00A \r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n"
        let response = try client.exchange("PUT / HTTP/1.1\r\nHost: h\r\ntransfer-encoding: Chunked\r\n\r\n" + chunks)
        #expect(response.text == "1.1 PUT / x0123456789")
        #expect(try client.exchange("GET /next HTTP/1.1\r\nHost: h\r\n\r\n").text == "1.2 GET /next ")
    }

    @Test func `a body of megabytes comes and goes whole`() throws {
        let server = try LoopbackServer { ServerResponse(status: 200, body: $0.body) }
        let client = try RawClient(server)
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n")
        try client.send(body)
        #expect(try client.response().body == body)
    }

    @Test func `HEAD has the headers of GET and no body`() throws {
        let server = try LoopbackServer { request in
            request.path == "/chunked"
                ? ServerResponse(status: 200, chunks: [[1], [2, 3]])
                : ServerResponse(status: 200, headers: ["A": "b"], body: [1, 2, 3])
        }
        let client = try RawClient(server)
        for path in ["/", "/chunked"] {
            let get = try client.exchange("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
            let head = try client.exchange("HEAD \(path) HTTP/1.1\r\nHost: h\r\n\r\n", isHead: true)
            #expect(get.body == [1, 2, 3])
            #expect(head.bytes == Array(get.bytes.prefix(head.bytes.count)))
            #expect(head.bytes.suffix(4) == [13, 10, 13, 10])
        }
    }

    @Test func `a chunked answer has its chunks on the wire`() throws {
        let server = try LoopbackServer { _ in
            ServerResponse(status: 200, chunks: [Array("Hello, ".utf8), [], Array("world! 0123456789".utf8)])
        }
        let response = try RawClient(server).exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(
            response.wire == "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "7\r\nHello, \r\n11\r\nworld! 0123456789\r\n0\r\n\r\n"
        )
    }

    @Test(arguments: [204, 304])
    func `an answer that has no body has no length either`(status: Int) throws {
        let server = try LoopbackServer { _ in ServerResponse(status: status, body: [1, 2]) }
        let client = try RawClient(server)
        let response = try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(response.status == status)
        #expect(response["Content-Length"] == nil)
        #expect(try client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == status)
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\nConnection: TE, Close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    ])
    func `the connection ends after the answer when the request says so`(request: String) throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: Array("end".utf8)) }
        let client = try RawClient(server)
        try client.send(request)
        let all = String(decoding: try client.readToEnd(), as: UTF8.self)
        #expect(all == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nend")
    }

    @Test func `a peer of HTTP 1.0 gets no chunks`() throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, chunks: [[65], [66]]) }
        let client = try RawClient(server)
        try client.send("GET / HTTP/1.0\r\n\r\n")
        let all = String(decoding: try client.readToEnd(), as: UTF8.self)
        #expect(all == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nAB")
    }

    @Test(arguments: [false, true])
    func `Expect gets its 100 only when the option is on`(sendsContinue: Bool) throws {
        var options = LoopbackServer.Options()
        options.sendsContinue = sendsContinue
        let server = try Self.echo(options: options)
        let client = try RawClient(server)
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        if sendsContinue { #expect(try client.response().wire == "HTTP/1.1 100 Continue\r\n\r\n") }
        try client.send("ok")
        #expect(try client.response().text == "1.1 POST / ok")
    }

    @Test func `a peer that stops sending still gets its answer`() throws {
        let server = try Self.echo()
        let client = try RawClient(server)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        client.finishSending()
        #expect(try client.response().status == 200)
        #expect(try client.readToEnd().isEmpty)
    }

    @Test(arguments: [
        ("/a/b?c=d?e", "/a/b", "c=d?e"), ("/", "/", nil), ("/?", "/", ""), ("http://h:1/a?b", "/a", "b"),
        ("http://h", "/", nil), ("*", "*", nil), ("/a://b/c", "/a://b/c", nil),
    ])
    func `a target has a path and a query`(target: String, path: String, query: String?) {
        let request = ServerRequest(target: target)
        #expect(request.path == path)
        #expect(request.query == query)
    }

    @Test func `headers keep order and case, and are found without regard to it`() throws {
        let server = try LoopbackServer { request in
            let names = request.headers.fields.map(\.name).joined(separator: ",")
            let values = request.headers.values(for: "x-B").joined(separator: "|")
            return ServerResponse(status: 200, body: Array("\(names) \(values) \(request.headers["HOST"] ?? "")".utf8))
        }
        let response = try RawClient(server).exchange(
            "GET / HTTP/1.1\r\nX-b: 1\r\nhOST:h\r\nA:\r\nX-B: \t two: 2 \t\r\n\r\n"
        )
        #expect(response.text == "X-b,hOST,A,X-B 1|two: 2 h")
    }

    @Test func `no description shows a header value or a body`() {
        let secret = "c2VjcmV0"
        let headers: ServerHeaders = ["Authorization": "Basic \(secret)"]
        let request = ServerRequest(target: "/", headers: headers, body: Array(secret.utf8))
        let response = ServerResponse(status: 200, headers: headers, body: Array(secret.utf8))
        for text in ["\(headers)", String(reflecting: headers), "\(request)", "\(response)"] {
            #expect(!text.contains(secret))
        }
        var dump = ""
        Swift.dump((headers, request, response), to: &dump)
        #expect(!dump.contains(secret))
        #expect(!dump.contains("115"), "the body's bytes")
    }
}
