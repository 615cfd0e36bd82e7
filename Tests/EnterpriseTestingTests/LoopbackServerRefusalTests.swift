import EnterpriseTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct LoopbackServerRefusalTests {
    struct Case: CustomTestStringConvertible {
        let what: String
        let bytes: [UInt8]
        let status: Int

        var testDescription: String { "\(what) → \(status)" }

        init(_ what: String, _ text: String, _ status: Int = 400) {
            self.init(what, Array(text.utf8), status)
        }

        init(_ what: String, _ bytes: [UInt8], _ status: Int = 400) {
            self.what = what
            self.bytes = bytes
            self.status = status
        }

        /// A request with one more header line.
        static func header(_ what: String, _ line: String, _ status: Int = 400) -> Case {
            Case(what, "POST / HTTP/1.1\r\nHost: h\r\n\(line)\r\n\r\n", status)
        }

        static func chunked(_ what: String, _ body: String, _ status: Int = 400) -> Case {
            Case(what, "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n\(body)", status)
        }
    }

    static let cases: [Case] = [
        Case("no HTTP", "hello\r\n\r\n"), Case("one word and no end of line yet", "hello\r\n"),
        Case("no version", "GET /\r\n\r\n"), Case("a short version", "GET / HTTP/1\r\n\r\n"),
        Case("another protocol", "GET / SIP/2.00\r\n\r\n"), Case("letters for a version", "GET / HTTP/1.x\r\n\r\n"),
        Case("two spaces", "GET  / HTTP/1.1\r\n\r\n"), Case("a space in the target", "GET /a b HTTP/1.1\r\n\r\n"),
        Case("no target", "GET  HTTP/1.1\r\n\r\n"), Case("a space before the method", " GET / HTTP/1.1\r\n\r\n"),
        Case("TLS", [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]), Case("zeros", [UInt8](repeating: 0, count: 100)),
        Case("HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        Case("bytes beyond ASCII in the target", "GET /é HTTP/1.1\r\nHost: h\r\n\r\n"),
        Case("bare line feeds", "GET / HTTP/1.1\nHost: h\n\n"),
        Case("a bare carriage return", "GET / HTTP/1.1\r\nHost: h\rX: y\r\n\r\n"),
        Case("an endless method", String(repeating: "A", count: 65)),
        Case("no Host", "GET / HTTP/1.1\r\n\r\n"), .header("two Hosts", "host: h"),
        .header("no colon", "nonsense"), .header("no name", ": x"), .header("a space before the colon", "A : x"),
        .header("a folded line", "A: b\r\n c"), .header("NUL in a value", "A: b\u{0}"),
        .header("two lengths", "Content-Length: 1\r\nContent-Length: 2"),
        .header("the same length twice", "Content-Length: 1\r\nContent-Length: 1"),
        .header("a list of lengths", "Content-Length: 1, 1"), .header("a negative length", "Content-Length: -1"),
        .header("a signed length", "Content-Length: +1"), .header("an empty length", "Content-Length:"),
        .header("a length in hexadecimal", "Content-Length: 0x1"),
        .header("a length of another planet", "Content-Length: 99999999999999999999", 413),
        .header("a length over the limit", "Content-Length: 1001", 413),
        .header("length and coding", "Content-Length: 1\r\nTransfer-Encoding: chunked"),
        .header("another coding", "Transfer-Encoding: gzip", 501),
        .header("two codings", "Transfer-Encoding: gzip, chunked", 501),
        .header("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", 501),
        Case("chunks in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .chunked("no size", "\r\n"), .chunked("a size of letters", "xyz\r\n"), .chunked("a negative size", "-1\r\n"),
        .chunked("a size of another planet", "FFFFFFFFFFFFFFFFF\r\n"),
        .chunked("a chunk over the limit", "3E9\r\n", 413),
        .chunked("chunks over the limit", "3E8\r\n\(String(repeating: "x", count: 1000))\r\n1\r\n", 413),
        .chunked("a chunk longer than its size", "1\r\nxx\r\n"), .chunked("a bare line feed", "1\nx\n"),
        .chunked("an endless extension", "1;\(String(repeating: "x", count: 2000))"),
        .chunked("an endless trailer", "0\r\nA: \(String(repeating: "x", count: 5000))", 431),
        .header("a long header", "A: \(String(repeating: "x", count: 5000))", 431),
        Case("a header without end", "GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: 50_000))", 431),
    ]

    private func answer(to bytes: [UInt8], _ policy: LoopbackServer.BrokenRequestPolicy) throws -> [UInt8] {
        var options = LoopbackServer.Options()
        options.maxHeaderBytes = 4096
        options.maxBodyBytes = 1000
        options.brokenRequests = policy
        let server = try LoopbackServer(options: options) { _ in ServerResponse(status: 200) }
        let client = try RawClient(server)
        try client.send(bytes)
        defer { #expect(server.requestCount == 0) }
        return try client.readToEnd()
    }

    @Test(arguments: cases)
    func `what is no request is refused and the connection ends`(_ refused: Case) throws {
        let bytes = try answer(to: refused.bytes, .answer)
        let (response, length) = try #require(RawResponse.parse(bytes, isHead: false))
        #expect(response.status == refused.status)
        #expect(response["Connection"] == "close")
        #expect(length == bytes.count)
    }

    @Test(arguments: cases)
    func `or it ends without a byte, except that a body too large is always told`(_ refused: Case) throws {
        let bytes = try answer(to: refused.bytes, .close)
        #expect(RawResponse.parse(bytes, isHead: false)?.0.status == (refused.status == 413 ? 413 : nil))
        #expect(bytes.isEmpty == (refused.status != 413))
    }

    @Test(arguments: [(1000, 200), (1001, 413)])
    func `the body limit is met to the byte`(size: Int, status: Int) throws {
        var options = LoopbackServer.Options()
        options.maxBodyBytes = 1000
        options.refusal = { .failure($0, reason: "too large") }
        let server = try LoopbackServer(options: options) { _ in ServerResponse(status: 200) }
        let client = try RawClient(server)
        let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(size)\r\n\r\n"
        let response = try client.exchange(head + String(repeating: "x", count: size))
        #expect(response.status == status)
        if status == 413 { #expect(response.reason == "too large") }
    }

    @Test func `the header limit is met to the byte`() throws {
        var options = LoopbackServer.Options()
        options.maxHeaderBytes = 100
        let server = try LoopbackServer(options: options) { _ in ServerResponse(status: 200) }
        for (size, status) in [(100, 200), (101, 431)] {
            let frame = "GET / HTTP/1.1\r\nHost: h\r\nA: \r\n\r\n"
            let padding = String(repeating: "x", count: size - frame.utf8.count)
            let request = frame.replacing("A: ", with: "A: \(padding)")
            #expect(try RawClient(server).exchange(request).status == status)
        }
    }

    @Test func `a client that is still sending gets its 413 before the end`() throws {
        var options = LoopbackServer.Options()
        options.maxBodyBytes = 1000
        let server = try LoopbackServer(options: options) { _ in ServerResponse(status: 200) }
        let client = try RawClient(server)
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3000000\r\n\r\n")
        try client.send([UInt8](repeating: 0x78, count: 3_000_000))
        #expect(try client.response().status == 413)
    }

    @Test func `after a refusal other connections go on`() throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let good = try RawClient(server)
        #expect(try good.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
        #expect(try RawClient(server).exchange("nonsense\r\n\r\n").status == 400)
        #expect(try good.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
    }
}
