import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized) struct RedirectTests {
    /// A server that sends everything but `/end` on, and tells at `/end` what arrived.
    private func server(_ status: Int, to location: String = "/end") throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request.path != "/end" else { return .arrival(request) }
            return ServerResponse(status: status, headers: ["location": location])
        }
    }

    private func end(_ request: AnyRequest<WireResponse>, at server: LoopbackServer) async throws -> [String] {
        try await server.client().send(request).text.components(separatedBy: "\n")
    }

    /// RFC 9110 section 15.4.
    @Test(arguments: [
        (301, HTTPMethod.get, "GET"), (302, .get, "GET"), (303, .get, "GET"), (307, .get, "GET"), (308, .get, "GET"),
        (301, .post, "GET"), (302, .post, "GET"), (303, .post, "GET"), (307, .post, "POST"), (308, .post, "POST"),
        (301, .put, "PUT"), (302, .delete, "DELETE"), (303, .put, "GET"), (303, .delete, "GET"), (307, .patch, "PATCH"),
    ])
    func `each status keeps or changes the method, and the body with it`(
        status: Int,
        method: HTTPMethod,
        arrives: String
    ) async throws {
        let body: RequestBody? = method == .get ? nil : .text("body")
        let lines = try await end(AnyRequest(method, "start", body: body), at: server(status))
        #expect(lines.first == "\(arrives) /end")
        #expect(lines.last == (arrives == "GET" ? "" : "body"))
        #expect(lines.contains { $0.lowercased().hasPrefix("content-type") } == (arrives != "GET"))
    }

    @Test func `HEAD stays HEAD on a 303`() async throws {
        let server = try server(303)
        let response = try await server.client().head("start")
        #expect(response.headers["X-Method"] == "HEAD")
    }

    @Test(arguments: [
        ("next?x=1", "/a/next?x=1"), ("../up", "/up"), ("?q=2", "/a/b?q=2"), ("/x%2Fy/%0d%0aX:1", "/x%2Fy/%0d%0aX:1"),
        ("/straße ?a=ä", "/stra%C3%9Fe%20?a=%C3%A4"), ("/f#fragment", "/f"), ("/\\evil.example/", "/\\evil.example/"),
    ])
    func `a location is resolved, byte for byte`(location: String, target: String) async throws {
        let server = try LoopbackServer { request in
            request.target == "/a/b"
                ? ServerResponse(status: 302, headers: ["Location": location]) : .arrival(request)
        }
        let response = try await server.client().get("a/b")
        #expect(response.text.hasPrefix("GET \(target)\n"))
    }

    @Test func `every hop is on the response`() async throws {
        let script = ResponseScript(
            ServerResponse(status: 301, headers: ["Location": "/one?secret=1"]),
            ServerResponse(status: 307, headers: ["Location": "/two"]),
            200
        )
        let server = try LoopbackServer { script.answer($0) }
        let response = try await server.client().get("start")
        #expect(response.redirections.map(\.status) == [301, 307])
        #expect(response.redirections.map(\.target) == ["/one?secret=1", "/two"])
        #expect(response.redirections.allSatisfy { $0.origin + "/" == server.url })
        #expect(!"\(response.redirections)".contains("secret"))
    }

    @Test func `a loop ends after as many hops as are allowed`() async throws {
        let server = try server(302, to: "/start")
        let failed = await failure { () async throws(APIError) in try await server.fetch("start") }
        #expect(failed?.code == .redirectRefused)
        #expect(failed?.status == 302)
        #expect(server.requestCount == 11)
    }

    @Test func `a request can have redirects of its own origin only, or none`() async throws {
        let other = try LoopbackServer { _ in 200 }
        let server = try server(307, to: other.url)
        var request = AnyRequest<WireResponse>(.get, "start")
        request.redirects = .sameOrigin
        let failed = await failure { () async throws(APIError) in try await server.fetch(request) }
        #expect(failed?.code == .redirectRefused)
        request.redirects = .none
        request.acceptableStatus = [307]
        let response = try await server.client().send(request)
        #expect(response.status == 307 && response.redirections.isEmpty)
        #expect(other.requestCount == 0)
    }

    @Test func `a body that can't be sent twice is not sent on`() async throws {
        let server = try server(307)
        let chunks = AsyncStream { continuation in
            continuation.yield(Data("once".utf8))
            continuation.finish()
        }
        let request = AnyRequest<WireResponse>(.post, "start", body: .stream(chunks))
        let failed = await failure { () async throws(APIError) in try await server.fetch(request) }
        #expect(failed?.code == .redirectRefused)
        #expect(failed?.status == 307)
    }

    @Test func `a body from a file is sent on`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("from a file".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let lines = try await end(AnyRequest(.put, "start", body: .file(file)), at: server(308))
        #expect(lines.last == "from a file")
    }

    @Test func `a redirect without a place is an answer like any other`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 302, body: Array("no place".utf8)) }
        let failed = await failure { () async throws(APIError) in try await server.fetch("start") }
        #expect(failed?.code == .unexpectedStatus && failed?.status == 302)
    }

    @Test func `a POST that was answered by a redirect is never sent again`() async throws {
        let away = try LoopbackServer { _ in 200 }
        away.refuse()
        let server = try LoopbackServer { _ in ServerResponse(status: 303, headers: ["Location": away.url]) }
        let client = HTTPClient(baseURL: try BaseURL(server.url))
        let failed = await failure { () async throws(APIError) in try await client.post("orders", body: .text("1")) }
        #expect(failed?.code == .connectionFailed)
        #expect(failed?.isOutcomeUnknown == true)
        #expect(server.requestCount == 1)
    }
}

extension ServerResponse {
    /// The request as it came: the request line, the fields, an empty line, the body.
    static func arrival(_ request: ServerRequest) -> ServerResponse {
        let lines = ["\(request.method) \(request.target)"] + request.headers.fields.map { "\($0.name): \($0.value)" }
        return ServerResponse(
            status: 200,
            headers: ["X-Method": request.method],
            body: Array((lines + ["", ""]).joined(separator: "\n").utf8) + request.body
        )
    }
}

extension LoopbackServer {
    /// What a client of this server gets.
    func fetch(_ path: RequestPath) async throws(APIError) -> WireResponse {
        try await fetch(AnyRequest(.get, path))
    }

    /// What a client of this server gets.
    func fetch<R: Request>(_ request: R) async throws(APIError) -> R.Response {
        let client: HTTPClient
        do { client = try self.client() } catch { throw APIError(.internalError, reason: "\(error)") }
        return try await client.send(request)
    }
}
