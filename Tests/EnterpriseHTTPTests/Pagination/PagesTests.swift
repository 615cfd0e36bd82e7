import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct PagesTests {
    private struct Linked: PaginatedRequest {
        typealias Response = [Int]
        var path: RequestPath { "lists/\(7)" }
        var query: Query { ["size": 2] }
        var headers: HTTPHeaders { ["X-Own": "kept"] }
    }

    private struct ByCursor: PaginatedRequest {
        struct Response: Decodable, Sendable {
            var items: [String]
            var next: String?
        }
        var cursor: String?
        var method: HTTPMethod { .post }
        var path: RequestPath { "search" }
        var body: RequestBody? { .json(["cursor": cursor]) }
        func items(of page: Response) -> [String] { page.items }
        func next(after page: Response, head: WireResponse) -> NextPage<Self>? {
            page.next.map { .request(ByCursor(cursor: $0)) }
        }
    }

    private struct Numbered: PaginatedRequest {
        typealias Response = [Int]
        var page = 1
        var path: RequestPath { "numbered" }
        var query: Query { ["page": page] }
        func next(after page: [Int], head: WireResponse) -> NextPage<Self>? {
            page.isEmpty ? nil : .request(Numbered(page: self.page + 1))
        }
    }

    private func page(_ body: String, next: String? = nil) -> ServerResponse {
        ServerResponse(
            status: 200,
            headers: ServerHeaders(next.map { [("Link", "<\($0)>; rel=\"next\"")] } ?? []),
            body: Array(body.utf8)
        )
    }

    /// A server that answers with each of these in turn, the last one again and again, and the requests it got.
    private func server(_ answers: [ServerResponse]) throws -> (LoopbackServer, Recorder<ServerRequest>) {
        let requests = Recorder<ServerRequest>()
        let server = try LoopbackServer { answers[min(requests.add($0), answers.count) - 1] }
        return (server, requests)
    }

    private func all<S: AsyncSequence>(_ sequence: S) async throws(S.Failure) -> [S.Element] {
        var all: [S.Element] = []
        for try await element in sequence { all.append(element) }
        return all
    }

    @Test func `links are followed byte for byte, with the request's own headers`() async throws {
        let (server, requests) = try server([
            page("[1,2]", next: "?after=a+b%2Fc&x"), page("[]", next: "/api/lists/7;p?n=3#frag"), page("[3]"),
        ])
        let client = HTTPClient(
            baseURL: try BaseURL(server.url + "api"),
            bearerToken: { () throws(APIError) in "tok" }
        )
        #expect(try await all(client.pages(of: Linked())) == [[1, 2], [], [3]])
        #expect(
            requests.all.map(\.target) == ["/api/lists/7?size=2", "/api/lists/7?after=a+b%2Fc&x", "/api/lists/7;p?n=3"]
        )
        let kept = requests.all.allSatisfy {
            $0.headers["X-Own"] == "kept" && $0.headers["Authorization"] == "Bearer tok"
        }
        #expect(kept)
    }

    @Test func `a cursor in the body is followed, and items come from all pages`() async throws {
        let (server, requests) = try server([
            page(#"{"items":["a","b"],"next":"c2"}"#), page(#"{"items":[],"next":"c3"}"#), page(#"{"items":["c"]}"#),
        ])
        #expect(try await all(server.client().items(of: ByCursor())) == ["a", "b", "c"])
        let bodies = requests.all.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies == [#"{"cursor":null}"#, #"{"cursor":"c2"}"#, #"{"cursor":"c3"}"#])
    }

    @Test func `page numbers are counted up until a page is empty`() async throws {
        let (server, requests) = try server([page("[1,2]"), page("[3]"), page("[]")])
        #expect(try await all(server.client().items(of: Numbered())) == [1, 2, 3])
        #expect(requests.all.map(\.query) == ["page=1", "page=2", "page=3"])
    }

    @Test func `a page is asked for when the one before it has been used, and each reader begins anew`() async throws {
        let (server, requests) = try server([page("[1,2]"), page("[3]"), page("[]")])
        let items = try server.client().items(of: Numbered())
        #expect(requests.all.isEmpty)
        var iterator = items.makeAsyncIterator()
        for number in 1...2 {
            #expect(try await iterator.next() == number)
            #expect(requests.all.count == 1)
        }
        #expect(try await iterator.next() == 3)
        #expect(requests.all.count == 2)
        for try await item in items.prefix(1) { #expect(item == 0); break }
        #expect(requests.all.map(\.query) == ["page=1", "page=2", "page=1"])
    }

    @Test func `a server that repeats a link, a cursor or a page for ever is found out`() async throws {
        let circles: [(ServerResponse, ServerResponse)] = [
            (page("[1]", next: "?page=2"), page("[2]", next: "?page=2")),
            (page("[1]", next: "?page=2"), page("[2]", next: "?size=2")),
            (page("[]", next: "?page=2"), page("[]", next: "?page=2")),
        ]
        for (first, second) in circles {
            let (server, requests) = try server([first, second])
            let client = try server.client()
            let error = await failure { () async throws(APIError) in try await all(client.pages(of: Linked())) }
            #expect(error?.code == .decodingFailed)
            #expect(error?.reason == "the server goes round in circles: the same request for a page came up again")
            #expect(error?.endpoint == "GET lists/{}")
            #expect(requests.all.count == 2)
        }
        let (cursors, requests) = try server([
            page(#"{"items":["a"],"next":"x"}"#), page(#"{"items":["b"],"next":"x"}"#),
        ])
        let client = try cursors.client()
        let error = await failure { () async throws(APIError) in try await all(client.items(of: ByCursor())) }
        #expect(error?.code == .decodingFailed)
        #expect(requests.all.count == 2)
    }

    @Test func `equal pages of different requests are pages, and one repeated for ever is stopped at the limit`()
        async throws
    {
        let (server, _) = try server([
            page("[1]", next: "?page=2"), page("[1]", next: "?page=3"), page("[1]", next: "?page=4"), page("[2]"),
        ])
        #expect(try await all(server.client().items(of: Linked())) == [1, 1, 1, 2])

        let (endless, requests) = try self.server([page("[1,2]")])
        let client = try endless.client()
        let error = await failure { () async throws(APIError) in
            try await all(client.pages(of: Numbered(), maxPages: 9))
        }
        #expect(error?.code == .responseTooLarge)
        #expect(requests.all.count == 9)
    }

    @Test func `a circle of more pages than are remembered is found out`() async throws {
        let requests = Recorder<ServerRequest>()
        let server = try LoopbackServer { request in
            let next = (Int(request.query?.dropFirst("page=".count) ?? "") ?? 0) % 1100 + 1
            _ = requests.add(request)
            return ServerResponse(
                status: 200,
                headers: ["Link": "<?page=\(next)>; rel=\"next\""],
                body: Array("[1]".utf8)
            )
        }
        let client = try server.client()
        let error = await failure { () async throws(APIError) in
            for try await _ in client.pages(of: Linked(), maxPages: 5000) {}
        }
        #expect(error?.code == .decodingFailed)
        #expect(requests.all.count < 3300)
    }

    @Test func `a server that invents pages for ever is stopped at the limit`() async throws {
        let requests = Recorder<ServerRequest>()
        let server = try LoopbackServer { ServerResponse(status: 200, body: Array("[\(requests.add($0))]".utf8)) }
        var seen: [Int] = []
        var iterator = try server.client().items(of: Numbered(), maxPages: 5).makeAsyncIterator()
        let error = await #expect(throws: APIError.self) {
            while let item = try await iterator.next() { seen.append(item) }
        }
        #expect(error?.code == .responseTooLarge)
        #expect(error?.description == "GET numbered: the answer is too large: there are more than 5 pages")
        #expect(seen == [1, 2, 3, 4, 5])
        #expect(requests.all.count == 5)
        #expect(try await iterator.next() == nil)
        #expect(try await all(server.client().pages(of: Numbered(), maxPages: 0).prefix(0)).isEmpty)
    }

    @Test(arguments: ["http://evil.example/lists", "//127.0.0.1:1/lists/7", "/other", "../..", "ftp://x/"])
    func `a link that leads elsewhere is refused after its page was given, and nothing is sent`(link: String)
        async throws
    {
        let (server, requests) = try server([page("[1]", next: link)])
        let client = try server.client(prefix: "api/v1")
        var iterator = client.pages(of: Linked()).makeAsyncIterator()
        #expect(try await iterator.next() == [1])
        let error = await #expect(throws: APIError.self) { try await iterator.next() }
        #expect(error?.code == .invalidRequest)
        #expect(error?.endpoint == "GET lists/{}")
        #expect(requests.all.count == 1)
    }

    @Test func `the error of a page ends the sequence after the pages before it`() async throws {
        let (server, _) = try server([page("[1]"), ServerResponse(status: 503)])
        var iterator = try server.client().items(of: Numbered()).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        #expect(await #expect(throws: APIError.self) { try await iterator.next() }?.status == 503)
        #expect(try await iterator.next() == nil)
    }

    @Test func `cancelling ends the wait for a page with cancelled`() async throws {
        let (server, requests) = try server([page("[1]"), .hang])
        let client = try server.client()
        let reader = Task { () async -> APIError? in
            await failure { () async throws(APIError) in try await all(client.items(of: Numbered())) }
        }
        await eventually { requests.all.count >= 2 }
        reader.cancel()
        #expect(await reader.value?.code == .cancelled)
    }

    @Test func `a client without a URL pages by requests, and can't follow links`() async throws {
        struct Stub: Client {
            func send<R: Request>(_ request: R) async throws(APIError) -> R.Response {
                let link: HTTPHeaders = request.path.template == "numbered" ? [:] : ["Link": "<?p=2>; rel=next"]
                let number = request.query.items.first?.value == "2" ? "" : "1"
                do {
                    return try request.decode(WireResponse(status: 200, headers: link, body: Data("[\(number)]".utf8)))
                } catch { throw APIError(.decodingFailed, underlying: error) }
            }
        }
        let client: any Client = Stub()
        #expect(try await all(client.items(of: Numbered())) == [1])
        let error = await failure { () async throws(APIError) in try await all(client.items(of: Linked())) }
        #expect(error?.code == .invalidRequest)
    }
}
