import EnterpriseHTTP
import EnterpriseTesting
import Testing

/// What the client does not send, over a server that would answer it.
@Suite(.serialized) struct RefusedRequestTests {
    private func refusal(of request: AnyRequest<WireResponse>) async throws -> APIError? {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let client = try server.client()
        let error = await failure { () async throws(APIError) in try await client.send(request) }
        #expect(server.connectionCount == 0)
        return error
    }

    @Test(
        arguments: [
            "files/..%2fadmin", "files/%2e%2e/admin", "files\\..\\admin", "files/..;/admin", "files/\("../admin")",
            "files/\("%2e%2e")", "https://evil.example/",
        ] as [RequestPath]
    )
    func `a path that some server would read as another one`(path: RequestPath) async throws {
        let error = try await refusal(of: AnyRequest(.get, path))
        #expect(error?.code == .invalidRequest)
        #expect(error?.endpoint == "GET \(path.template)")
        #expect(error?.mayHaveReachedServer == false)
    }

    @Test(arguments: [
        "Host", "host", "Content-Length", "Transfer-Encoding", "Connection", "Expect", "TE", "Trailer", "Upgrade",
    ])
    func `a header that is the transport's to set`(name: String) async throws {
        var headers: HTTPHeaders = [:]
        headers[name] = "other.example"
        let error = try await refusal(of: AnyRequest(.get, "x", headers: headers))
        #expect(error?.code == .invalidRequest)
        #expect(error?.reason == "header \(name) is the transport's to set")
    }
}
