import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

/// What a server that is not to be trusted, or was taken over, may try with a redirect.
@Suite(.serialized) struct RedirectAttackTests {
    private func redirecting(to location: String) throws -> LoopbackServer {
        try LoopbackServer { _ in ServerResponse(status: 307, headers: ["Location": location]) }
    }

    private static let secrets: HTTPHeaders = [
        "Cookie": "s3cret", "X-Api-Key": "s3cret", "X-Company-Token": "s3cret", "Proxy-Authorization": "s3cret",
        "Referer": "s3cret", "Accept": "text/plain",
    ]

    /// The port is what differs in the first; in the second, also the host's name.
    @Test(arguments: [LoopbackServer.Address.ipv4, .ipv6])
    func `no credential reaches another port or host`(address: LoopbackServer.Address) async throws {
        let thief = try LoopbackServer(address: address) { .arrival($0) }
        let server = try redirecting(to: thief.url + "loot")
        let client = HTTPClient(baseURL: try BaseURL(server.url), bearerToken: { () throws(APIError) in "s3cret" })
        let request = AnyRequest<WireResponse>(.post, "x", headers: Self.secrets, body: .text("order"))
        let response = try await client.send(request)
        #expect(response.text.hasPrefix("POST /loot\n"))
        #expect(!response.text.contains("s3cret"))
        #expect(response.text.contains("Accept: text/plain"))
    }

    @Test func `the scheme is a part of the origin`() async throws {
        let sent = Mutex<[WireRequest]>([])
        let transport = Answering { request in
            sent.withLock { $0.append(request) }
            let isFirst = request.origin == "http://a.example"
            return isFirst
                ? WireResponse(status: 302, headers: ["Location": "https://a.example/"]) : WireResponse(status: 200)
        }
        let client = HTTPClient(
            baseURL: try BaseURL("http://a.example"),
            bearerToken: { () throws(APIError) in "s3cret" },
            transport: transport
        )
        _ = try await client.send(AnyRequest<WireResponse>(.get, "x", headers: Self.secrets))
        let last = sent.withLock { $0[1] }
        #expect(last.origin == "https://a.example" && last.authorization == .none)
        #expect(last.headers.allSatisfy { $0.value != "s3cret" && !$0.value.hasPrefix("Bearer") })
    }

    @Test func `a credential that was left out does not come back`() async throws {
        let home = Mutex("")
        let between = try LoopbackServer { _ in
            ServerResponse(status: 307, headers: ["Location": home.withLock { $0 } + "end"])
        }
        let server = try LoopbackServer { request in
            request.path == "/end"
                ? .arrival(request) : ServerResponse(status: 307, headers: ["Location": between.url])
        }
        home.withLock { $0 = server.url }
        let response = try await server.client().send(AnyRequest<WireResponse>(.get, "x", headers: Self.secrets))
        #expect(!response.text.contains("s3cret"))
    }

    @Test func `within the origin credentials go along`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/end" ? .arrival(request) : ServerResponse(status: 307, headers: ["Location": "/end"])
        }
        let client = HTTPClient(baseURL: try BaseURL(server.url), bearerToken: { () throws(APIError) in "t0ken" })
        #expect(try await client.get("x").text.contains("Authorization: Bearer t0ken"))
    }

    @Test func `another server's 401 does not renew the token`() async throws {
        let thief = try LoopbackServer { _ in 401 }
        let server = try redirecting(to: thief.url)
        let asked = Mutex(0)
        let client = HTTPClient(
            baseURL: try BaseURL(server.url),
            bearerToken: { () throws(APIError) in
                asked.withLock { $0 += 1 }
                return "t0ken"
            }
        )
        let failed = await failure { () async throws(APIError) in try await client.get("x") }
        #expect(failed?.code == .unauthorized)
        #expect(asked.withLock { $0 } == 1)
    }

    @Test(arguments: [
        "file:///etc/passwd", "gopher://127.0.0.1:1/_x", "ftp://127.0.0.1/x", "dict://127.0.0.1/x", "javascript:1",
        "http://user:pass@127.0.0.1/", "http://", "http:///x", "http://[::1", "https://a\\@b/", "http://256.1.1.1/",
        "//user@127.0.0.1/",
    ])
    func `a redirect to anything but an http or https server ends the call`(location: String) async throws {
        let server = try redirecting(to: location)
        let failed = await failure { () async throws(APIError) in try await server.fetch("x") }
        #expect(failed?.code == .redirectRefused)
        #expect(failed?.description.contains("pass") == false)
        #expect(server.requestCount == 1)
    }

    @Test(arguments: ["http://a.example/x", "HTTP://other.example/x"])
    func `from https nothing leads to http`(location: String) async throws {
        let transport = Answering { request in
            #expect(request.origin == "https://a.example")
            return WireResponse(status: 308, headers: ["Location": location])
        }
        let client = HTTPClient(baseURL: try BaseURL("https://a.example"), transport: transport)
        let failed = await failure { () async throws(APIError) in try await client.get("x") }
        #expect(failed?.code == .redirectRefused)
        #expect(failed?.reason?.hasPrefix("it leads from https to http://") == true)
    }

    @Test func `two places are none`() async throws {
        let server = try LoopbackServer { _ in
            ServerResponse(status: 302, headers: ["Location": "/one", "location": "/two"])
        }
        let failed = await failure { () async throws(APIError) in try await server.fetch("x") }
        #expect(failed?.code == .redirectRefused)
    }

    @Test func `a line break in a place stays a part of the path`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/x"
                ? ServerResponse(status: 302, headers: ["Location": "/%0d%0aX-Injected:%201"]) : .arrival(request)
        }
        let response = try await server.fetch("x")
        #expect(response.text.hasPrefix("GET /%0d%0aX-Injected:%201\n"))
        #expect(!response.text.contains("\nX-Injected"))
    }
}

/// A transport that answers by itself.
struct Answering: Transport {
    let answer: @Sendable (WireRequest) -> WireResponse

    init(_ answer: @escaping @Sendable (WireRequest) -> WireResponse) { self.answer = answer }

    func send(_ request: WireRequest) async throws(APIError) -> WireResponse { answer(request) }
    func close() async {}
}
