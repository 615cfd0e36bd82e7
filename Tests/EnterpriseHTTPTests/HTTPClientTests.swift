import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct HTTPClientTests {
    private struct Item: Codable, Sendable, Equatable {
        var id: Int
        var tags: [String]
    }

    private struct GetItem: Request {
        typealias Response = Item
        let id: Int
        var path: RequestPath { "items/\(id)" }
    }

    private struct List<Value: Decodable & Sendable>: Request {
        typealias Response = Value
        var path: RequestPath { "items" }
    }

    private struct Touch: Request {
        typealias Response = Void
        var method: HTTPMethod { .post }
        var path: RequestPath { "touch" }
    }

    private struct Save: Request {
        typealias Response = WireResponse
        var item = Item(id: 1, tags: ["a/b"])
        var name = "x"
        var authorization = Authorization.bearer
        var method: HTTPMethod { .put }
        var path: RequestPath { "items" }
        var query: Query { ["q": "a b"] }
        var headers: HTTPHeaders { ["X-Name": name, "Accept": "text/x"] }
        var body: RequestBody? { .json(item) }
        func validate() throws {
            if name.isEmpty { throw ValidationError(["name is empty", "name must not be empty"]) }
        }
    }

    private func answering(_ body: String, status: Int = 200, type: String = "application/json") throws
        -> LoopbackServer
    {
        try LoopbackServer { _ in
            ServerResponse(status: status, headers: ["Content-Type": type], body: Array(body.utf8))
        }
    }

    private func ending<R: Request>(_ request: R, from server: LoopbackServer) async throws -> APIError {
        let client = try server.client()
        let error = await failure { () async throws(APIError) in try await client.send(request) }
        return try #require(error)
    }

    @Test(arguments: ["", "/", "/prefix", "/a/b/"])
    func `a request goes below the base URL, with its query, headers and body`(prefix: String) async throws {
        let server = try LoopbackServer { request in
            ServerResponse(
                status: 200,
                headers: [
                    "X-Target": request.target, "X-Accept": request.headers["Accept"] ?? "",
                    "X-Got": request.headers["X-Name"] ?? "",
                    "X-Type": request.headers["Content-Type"] ?? "", "X-Agent": request.headers["User-Agent"] ?? "",
                ],
                body: request.body
            )
        }
        let response = try await server.client(prefix: String(prefix.drop { $0 == "/" })).send(Save())
        let expected = (prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix) + "/items?q=a%20b"
        #expect(response.headers["X-Target"] == expected)
        #expect(response.headers["X-Accept"] == "text/x")
        #expect(response.headers["X-Got"] == "x")
        #expect(response.headers["X-Type"] == "application/json")
        #expect(response.headers["X-Agent"]?.hasPrefix("EnterpriseAPI/") == true)
        #expect(try JSONDecoder().decode(Item.self, from: response.body) == Item(id: 1, tags: ["a/b"]))
    }

    @Test func `a JSON answer becomes the response`() async throws {
        let server = try answering(#"{"tags":["x"],"id":7,"more":null}"#)
        #expect(try await server.client().send(GetItem(id: 7)) == Item(id: 7, tags: ["x"]))
    }

    @Test(arguments: [200, 201, 204])
    func `an empty success is fine for Void and for an optional, and an error for everything else`(status: Int)
        async throws
    {
        let server = try answering("", status: status)
        try await server.client().send(Touch())
        #expect(try await server.client().send(List<Item?>()) == nil)
        let error = try await ending(List<[Item]>(), from: server)
        #expect(error.code == .decodingFailed)
        #expect(error.reason == "the body is empty")
        #expect(error.status == status)
    }

    @Test(arguments: [
        (400, APIError.Code.rejected), (401, .unauthorized), (403, .forbidden), (404, .notFound), (410, .notFound),
        (413, .rejected), (422, .rejected), (429, .tooManyRequests), (500, .serverError), (503, .serverError),
        (300, .unexpectedStatus), (304, .unexpectedStatus), (307, .unexpectedStatus), (600, .unexpectedStatus),
    ])
    func `a status outside 200 to 299 is an error that keeps the server's words`(status: Int, code: APIError.Code)
        async throws
    {
        let server = try answering(#"{"error":true,"reason":"Because of X."}"#, status: status)
        let error = try await ending(Touch(), from: server)
        #expect(error.code == code)
        #expect(error.status == status)
        #expect(error.endpoint == "POST touch")
        if status != 304 { #expect(error.reason == "Because of X.") }
    }

    @Test func `an error page of a proxy is described, kept, and not printed`() async throws {
        let page = "<html>secret-page \(String(repeating: "x", count: 5000))</html>"
        let server = try answering(page, status: 502, type: "text/html; charset=utf-8")
        let error = try await ending(GetItem(id: 1), from: server)
        #expect(
            error.description
                == "GET items/{}: the server failed (502): the answer is \(page.utf8.count) bytes of text/html"
        )
        #expect(error.responsePrefix == Data(page.utf8.prefix(1024)))
        var dumped = ""
        dump(error, to: &dumped)
        #expect(!dumped.contains("secret-page") && !"\(error)".contains("secret-page"))
    }

    @Test(arguments: [
        ("<html></html>", "not JSON: line 1, column 1: "),
        (#"[{"id":1,"tags":["a"]}"#, "not JSON: line 1, column 23: "),
        (#"[{"id":1,"tags":["a"]},{"id":"x","tags":[]}]"#, "[1].id is no Int"),
        (#"[{"id":1,"tags":["a",null]}]"#, "[0].tags[1] is null where String is needed"),
        (#"[{"id":1}]"#, #"[0] has no key "tags""#), (#"{"id":1}"#, "the body is no array"),
        ("null", "the body is null where "),
    ])
    func `an answer of another shape is an error that names the coding path`(body: String, reason: String) async throws
    {
        let error = try await ending(List<[Item]>(), from: try answering(body))
        #expect(error.code == .decodingFailed)
        #expect(error.reason?.hasPrefix(reason) == true, "\(error)")
        #expect(error.status == 200)
        #expect(error.underlying is DecodingError)
    }

    @Test func `broken rules are all named, and nothing is sent`() async throws {
        let server = try answering("{}")
        let error = try await ending(Save(name: ""), from: server)
        #expect(error.code == .invalidInput)
        #expect(error.reason == "name is empty; name must not be empty")
        #expect((error.underlying as? ValidationError)?.violations.count == 2)
        #expect(server.connectionCount == 0)
    }

    @Test func `a header with a line break is refused, and nothing is sent`() async throws {
        let server = try answering("{}")
        let error = try await ending(Save(name: "x\r\nInjected: 1"), from: server)
        #expect(error.code == .invalidRequest)
        #expect(server.connectionCount == 0)
    }

    @Test func `a method with a line break is refused, and the error is still one line`() async throws {
        let server = try answering("{}")
        let client = try server.client()
        let request = AnyRequest<WireResponse>("GET\r\nX: y", "x")
        let error = await failure { () async throws(APIError) in try await client.send(request) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains { $0.isNewline } == false)
    }

    @Test func `a timeout of the request counts for the whole call`() async throws {
        struct Slow: Request {
            typealias Response = Void
            var path: RequestPath { "slow" }
            var timeout: Duration? { .milliseconds(100) }
        }
        let server = try LoopbackServer { _ in .hang }
        let error = try await ending(Slow(), from: server)
        #expect(error.code == .timedOut)
        #expect(error.isRetryable)
    }

    @Test func `middleware runs outermost first, and may answer by itself`() async throws {
        struct Tag: Middleware {
            let name: String
            func send(_ request: WireRequest, next: Exchange) async throws(APIError) -> WireResponse {
                var request = request
                request.headers["X-Order"] = (request.headers["X-Order"] ?? "") + name
                if name == "!" { return WireResponse(status: 200, headers: request.headers) }
                return try await next(request)
            }
        }
        let client = HTTPClient(
            baseURL: try BaseURL("http://127.0.0.1:1"),
            middleware: ["a", "b", "!", "c"].map(Tag.init)
        )
        #expect(try await client.send(Save()).headers["X-Order"] == "ab!")
    }

    @Test(arguments: [
        (Authorization.bearer, "Bearer tok+/=="), (.none, ""),
        (.basic(username: "jane", password: "a:ü"), "Basic amFuZTphOsO8"),
        (.basic(username: "", password: ""), "Basic Og=="),
    ])
    func `each kind of authorization becomes its header`(authorization: Authorization, header: String) async throws {
        let server = try LoopbackServer { request in
            ServerResponse(status: 200, headers: ["X-Got": request.headers["Authorization"] ?? ""])
        }
        let client = HTTPClient(
            baseURL: try BaseURL(server.url),
            bearerToken: { () throws(APIError) in "tok+/==" }
        )
        let response = try await client.send(Save(authorization: authorization))
        #expect(response.headers["X-Got"] == header)
        for text in ["\(authorization)", "\(authorization.debugDescription)"] {
            #expect(!text.contains("jane") && !text.contains("ü"))
        }
    }

    @Test func `a user name with a colon and a token with a line break are refused`() async throws {
        let client = HTTPClient(
            baseURL: try BaseURL("http://127.0.0.1:1"),
            bearerToken: { () throws(APIError) in "a\r\nb" }
        )
        for authorization in [Authorization.basic(username: "a:b", password: "c"), .bearer] {
            let error = await failure { () async throws(APIError) in
                try await client.send(Save(authorization: authorization))
            }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func `an unreachable server gives an error that names endpoint and cause`() async throws {
        let server = try answering("")
        let client = try server.client()
        server.refuse()
        let error = try #require(await failure { () async throws(APIError) in try await client.send(GetItem(id: 3)) })
        #expect(error.description.hasPrefix("GET items/{}: no connection: can't connect to http://127.0.0.1:"))
        #expect(error.isRetryable)
    }

    @Test func `results chain`() async throws {
        let server = try answering(#"{"id":7,"tags":[]}"#)
        let client: any Client = try server.client()
        var seen: [String] = []
        let text = await client.result(of: GetItem(id: 7))
            .map { $0.id + 1 }
            .flatMap { $0 == 8 ? .success("eight") : .failure(APIError(.notFound)) }
            .onSuccess { seen.append("success \($0)") }
            .onFailure { _ in seen.append("failure") }
        #expect(seen == ["success eight"])
        #expect(try text.get() == "eight")
    }

    @Test func `a transport that does not say what it sent has a POST sent once`() async throws {
        struct Losing: Transport {
            let sent = Counter()
            func send(_ request: WireRequest) async throws(APIError) -> WireResponse {
                sent.add()
                throw APIError(.connectionLost)
            }
            func close() async {}
        }
        let transport = Losing()
        let client = HTTPClient(baseURL: try BaseURL("http://127.0.0.1:1"), transport: transport)
        let error = await failure { () async throws(APIError) in try await client.send(Touch()) }
        #expect(transport.sent.count == 1)
        #expect(error?.isOutcomeUnknown == true)
    }

    @Test func `a key among the client's headers makes no call idempotent`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 503) }
        let client = HTTPClient(baseURL: try BaseURL(server.url), headers: ["Idempotency-Key": "same for all"])
        _ = await failure { () async throws(APIError) in try await client.send(Touch()) }
        #expect(server.requestCount == 1)
    }
}

private final class Counter: Sendable {
    private let number = Atomic(0)
    func add() { number.add(1, ordering: .relaxed) }
    var count: Int { number.load(ordering: .relaxed) }
}
