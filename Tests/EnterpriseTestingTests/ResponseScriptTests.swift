import EnterpriseTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct ResponseScriptTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test func `each request gets the next answer, and the last one from then on`() throws {
        let script = ResponseScript(503, .reset, 200)
        let server = try LoopbackServer { script.answer($0) }
        #expect(try RawClient(server).exchange(Self.get).status == 503)
        let reset = try RawClient(server)
        try reset.send(Self.get)
        #expect(try reset.readToEnd().isEmpty)
        #expect(reset.wasReset)
        let client = try RawClient(server)
        for _ in 0..<3 { #expect(try client.exchange(Self.get).status == 200) }
        #expect(script.requestCount == 5)
    }

    @Test func `a path may have a script of its own`() {
        let script = ResponseScript([500], paths: ["/a": [503, 200], "/b": [404]])
        func statuses(_ target: String, _ count: Int) -> [Int] {
            (0..<count).map { _ in script.answer(ServerRequest(target: target)).status }
        }
        #expect(statuses("/a?x=1", 1) == [503])
        #expect(statuses("/b", 2) == [404, 404])
        #expect(statuses("/c", 2) == [500, 500])
        #expect(statuses("/a", 2) == [200, 200])
        #expect(script.requests(to: "/a") == 3)
        #expect(script.requests(to: "/b") == 2)
        #expect(script.requestCount == 7)
    }

    @Test func `in front of another handler a script ends`() {
        let script = ResponseScript(503, 503)
        let request = ServerRequest(target: "/")
        #expect((0..<4).map { _ in script.next(for: request)?.status } == [503, 503, nil, nil])
        #expect(ResponseScript().next(for: request) == nil)
        #expect(ResponseScript().answer(request).status == 404)
    }

    @Test func `parallel requests get each answer once`() async {
        let script = ResponseScript((0..<200).map { ServerResponse(status: 200 + $0) })
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                group.addTask { script.answer(ServerRequest(target: "/")).status }
            }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(statuses == Set(200..<400))
    }
}
