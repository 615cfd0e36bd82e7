import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct ClientTests {
    private struct Ping: Request {
        typealias Response = String
        var path: RequestPath { "ping" }
    }

    private struct Find: Request {
        struct Item: Decodable, Sendable, Equatable { var id: Int }
        typealias Response = Item?
        var path: RequestPath { "item" }
        var acceptableStatus: StatusCodes { .success.union([404]) }
    }

    @Test func `a completion handler hears of a success and of a failure, once each`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: Array("pong".utf8)) }
        let client = try server.client()
        let heard = Mutex<[APIResult<String>]>([])
        await client.send(Ping()) { result in heard.withLock { $0.append(result) } }.finished()
        server.refuse()
        await client.send(Ping()) { result in heard.withLock { $0.append(result) } }.finished()
        let results = heard.withLock { $0 }
        #expect(results.count == 2)
        #expect(try results[0].get() == "pong")
        #expect(throws: APIError.self) { try results[1].get() }
    }

    @Test func `the handle cancels the call`() async throws {
        let server = try LoopbackServer { _ in .hang }
        let client = try server.client()
        let heard = Mutex<[APIError.Code?]>([])
        let call = client.send(Ping()) { result in
            var code: APIError.Code?
            result.onFailure { code = $0.code }
            heard.withLock { [code] in $0.append(code) }
        }
        await eventually { server.requestCount > 0 }
        call.cancel()
        await call.finished()
        #expect(heard.withLock { $0 } == [.cancelled])
    }

    @Test(arguments: [(200, #"{"id":1}"#, 1), (204, "", nil), (404, #"{"error":true,"reason":"x"}"#, nil)])
    func `an optional is nil for no content, and for not found where that is acceptable`(
        status: Int,
        body: String,
        id: Int?
    ) async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: status, body: Array(body.utf8)) }
        #expect(try await server.client().send(Find())?.id == id)
    }

    @Test func `one-off calls of every verb need no type`() async throws {
        let server = try LoopbackServer { request in
            let text = "\"\(request.method) \(request.target) \(request.headers["X-A"] ?? "") \(request.body.count)\""
            return ServerResponse(status: 200, headers: ["X-Method": request.method], body: Array(text.utf8))
        }
        let client: any Client = try server.client()
        let headers: HTTPHeaders = ["X-A": "b"]
        let body = RequestBody.data(Data([1, 2]))
        #expect(
            try await client.get("a b", query: ["q": "&"], headers: headers).json(String.self) == "GET /a%20b?q=%26 b 0"
        )
        #expect(try await client.head("x").headers["X-Method"] == "HEAD")
        #expect(try await client.post("x", headers: headers, body: body).json() == "POST /x b 2")
        #expect(try await client.put("x", body: body).json() == "PUT /x  2")
        #expect(try await client.patch("x", body: body).json() == "PATCH /x  2")
        #expect(try await client.delete("x/\(7)").json() == "DELETE /x/7  0")
    }

    @Test func `a one-off call fails like any other, and so does reading its answer`() async throws {
        let server = try LoopbackServer { request in
            ServerResponse(status: request.target == "/x" ? 200 : 500, body: Array(#"{"id":"y"}"#.utf8))
        }
        let client = try server.client()
        let failed = await failure { () async throws(APIError) in try await client.get("y") }
        #expect(failed?.code == .serverError)
        let unread = await failure { () async throws(APIError) in try await client.get("x").json(Find.Item.self) }
        #expect(unread?.code == .decodingFailed)
        #expect(unread?.reason == "id is no Int")
    }

    @Test func `the request's own content type and accept go out`() async throws {
        struct Custom: Request {
            typealias Response = WireResponse
            var method: HTTPMethod { .post }
            var path: RequestPath { "x" }
            var body: RequestBody? { .json([1]) }
            var contentType: String? { "application/vnd.api+json" }
            var accept: String { "application/vnd.api+json" }
        }
        let server = try LoopbackServer { request in
            let sent = request.headers.fields.filter { ["Content-Type", "Accept"].contains($0.name) }
            return ServerResponse(status: 200, headers: ServerHeaders(sent))
        }
        let headers = try await server.client().send(Custom()).headers
        #expect(headers.values(for: "Content-Type") == ["application/vnd.api+json"])
        #expect(headers.values(for: "Accept") == ["application/vnd.api+json"])
    }
}
