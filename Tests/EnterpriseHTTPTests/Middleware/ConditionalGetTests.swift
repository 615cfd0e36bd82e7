import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized, .timeLimit(.minutes(2))) struct ConditionalGetTests {
    /// A server whose resource has a version, and what it was asked.
    private final class Versioned: Sendable {
        let server: LoopbackServer
        let requests = Recorder<ServerRequest>()

        /// - Parameter answer: Gives status 200 with a body and headers; becomes a 304 when the `ETag` or the date is known.
        init(_ answer: @escaping @Sendable (ServerRequest, Int) -> ServerResponse) throws {
            let requests = requests
            server = try LoopbackServer { request in
                let response = answer(request, requests.add(request))
                let etag = response.headers["ETag"]
                let date = response.headers["Last-Modified"]
                let knows =
                    etag.map { request.headers["If-None-Match"] == $0 }
                    ?? date.map { request.headers["If-Modified-Since"] == $0 } ?? false
                return knows ? ServerResponse(status: 304, headers: response.headers) : response
            }
        }

        convenience init(_ headers: ServerHeaders, body: String = "content") throws {
            try self.init { _, _ in ServerResponse(status: 200, headers: headers, body: Array(body.utf8)) }
        }

        func client(_ memory: ConditionalGet, token: String? = nil) throws -> HTTPClient {
            HTTPClient(
                baseURL: try BaseURL(server.url),
                middleware: [memory],
                bearerToken: { () throws(APIError) in token }
            )
        }

        var conditions: [String] {
            requests.all.map { $0.headers["If-None-Match"] ?? $0.headers["If-Modified-Since"] ?? "-" }
        }
    }

    private let date = "Tue, 01 Dec 2026 00:00:00 GMT"

    @Test func `a 304 gives the remembered answer with its headers up to date`() async throws {
        let backend = try Versioned { _, number in
            let headers: ServerHeaders = [
                "ETag": #"W/"1""#, "X-Count": "\(number)", "X-Repeated": "\(number)a", "X-Repeated": "\(number)b",
                "Content-Type": number == 1 ? "text/plain" : "text/x", number == 1 ? "X-Old" : "X-New": "kept",
                "Content-Encoding": number == 1 ? "identity" : "x",
            ]
            return ServerResponse(status: 200, headers: headers, body: Array("content".utf8))
        }
        let client = try backend.client(ConditionalGet())
        #expect(try await client.get("x").text == "content")
        for number in 2...3 {
            let response = try await client.get("x")
            #expect(response.status == 200)
            #expect(response.text == "content")
            #expect(response.headers.values(for: "X-Repeated") == ["\(number)a", "\(number)b"])
            let names = ["X-Count", "X-Old", "X-New", "Content-Type", "Content-Encoding", "Content-Length"]
            let values = names.map { response.headers[$0] ?? "-" }
            #expect(values == ["\(number)", "kept", "kept", "text/x", "identity", "7"])
        }
        #expect(backend.conditions == ["-", #"W/"1""#, #"W/"1""#])
    }

    @Test func `both validators are sent, and one is enough`() async throws {
        let both = try Versioned(["ETag": "\"a\"", "Last-Modified": date])
        let dated = try Versioned(["Last-Modified": date])
        for backend in [both, dated] {
            let client = try backend.client(ConditionalGet())
            for _ in 0..<2 { #expect(try await client.get("x").text == "content") }
            #expect(backend.requests.all.last?.headers["If-Modified-Since"] == date)
        }
        #expect(both.requests.all.last?.headers["If-None-Match"] == "\"a\"")
        #expect(dated.requests.all.last?.headers["If-None-Match"] == nil)
    }

    @Test func `a changed resource takes the place of what was remembered`() async throws {
        let backend = try Versioned { _, number in
            ServerResponse(status: 200, headers: ["ETag": "\"\(number / 2)\""], body: Array("\(number / 2)".utf8))
        }
        let client = try backend.client(ConditionalGet())
        var texts: [String] = []
        for _ in 1...5 { texts.append(try await client.get("x").text) }
        #expect(texts == ["0", "1", "1", "2", "2"])
        #expect(backend.conditions == ["-", "\"0\"", "\"1\"", "\"1\"", "\"2\""])
    }

    @Test(
        arguments: [
            [:], ["ETag": ""], ["ETag": "\"a\"", "Cache-Control": "private, No-Store"],
            ["ETag": "\"a\"", "Cache-Control": "max-age=3", "cache-control": "no-store"],
            ["ETag": "\"a\"", "Vary": "*"],
            ["ETag": "\"a\"", "Vary": "Accept, *"],
        ] as [ServerHeaders]
    )
    func `an answer that can't or must not be remembered is not`(headers: ServerHeaders) async throws {
        let backend = try Versioned(headers)
        let client = try backend.client(ConditionalGet())
        for _ in 0..<2 { #expect(try await client.get("x").text == "content") }
        #expect(backend.conditions == ["-", "-"])
    }

    @Test func `a later answer with no-store makes it forget, be it a 304`() async throws {
        let backend = try Versioned { _, number in
            let cache = number == 2 ? "no-store" : "private"
            return ServerResponse(status: 200, headers: ["ETag": "\"a\"", "Cache-Control": cache], body: [0x61])
        }
        let client = try backend.client(ConditionalGet())
        for _ in 0..<3 { #expect(try await client.get("x").text == "a") }
        #expect(backend.conditions == ["-", "\"a\"", "-"])
    }

    @Test(
        arguments: [
            ["Cache-Control": "no-store"], ["If-None-Match": "\"own\""], ["If-Modified-Since": "own"],
            ["If-Match": "own"],
            ["If-Range": "own"], ["Range": "bytes=0-1"], ["If-Unmodified-Since": "own"],
        ] as [HTTPHeaders]
    )
    func `a request with conditions of its own, or with no-store, is left alone`(headers: HTTPHeaders) async throws {
        let backend = try Versioned(["ETag": "\"a\""])
        let client = try backend.client(ConditionalGet())
        for _ in 0..<2 { _ = try await client.get("x", headers: headers) }
        _ = try await client.get("x")
        _ = try await client.get("x", headers: headers)
        let own = headers["If-None-Match"] ?? headers["If-Modified-Since"] ?? "-"
        #expect(backend.conditions == [own, own, "-", own])
    }

    @Test func `other methods and streamed requests are left alone`() async throws {
        struct Streamed: Request {
            typealias Response = ResponseStream
            var path: RequestPath { "x" }
        }
        let backend = try Versioned(["ETag": "\"a\""])
        let client = try backend.client(ConditionalGet())
        for _ in 0..<2 {
            _ = try await client.head("x")
            _ = try await client.post("x")
            #expect(try await client.send(Streamed()).collect(upTo: 100) == Data("content".utf8))
        }
        #expect(Set(backend.conditions) == ["-"])
    }

    @Test func `nothing is shared between users`() async throws {
        let backend = try Versioned { request, _ in
            let user =
                request.headers["Authorization"] ?? request.headers["Cookie"] ?? request.headers["X-User"] ?? "none"
            return ServerResponse(status: 200, headers: ["ETag": "\"same\""], body: Array(user.utf8))
        }
        let memory = ConditionalGet()
        for round in 0..<2 {
            for token in ["one", "two", nil] {
                let text = try await backend.client(memory, token: token).get("x").text
                #expect(text == (token.map { "Bearer \($0)" } ?? "none"))
            }
            let client = try backend.client(memory)
            for header in ["Cookie", "X-User"] {
                for user in ["a", "b"] { #expect(try await client.get("x", headers: [header: user]).text == user) }
            }
            #expect(backend.conditions.suffix(7) == Array(repeating: round == 0 ? "-" : "\"same\"", count: 7)[...])
        }
    }

    @Test func `an answer is used for the same URL and the same header fields`() async throws {
        let backend = try Versioned { request, _ in
            let language = request.headers["Accept-Language"] ?? ""
            let text = "\(request.target) \(request.headers["Accept"] ?? "") \(language)"
            return ServerResponse(
                status: 200,
                headers: ["ETag": "\"same\"", "Vary": "accept-encoding", "vary": "X, Accept-Language"],
                body: Array(text.utf8)
            )
        }
        let client = try backend.client(ConditionalGet())
        let forms: [(Query, HTTPHeaders, String)] = [
            ([:], [:], "/x */* "), (["a": 1], [:], "/x?a=1 */* "), ([:], ["Accept": "text/x"], "/x text/x "),
            ([:], ["Accept-Language": "de"], "/x */* de"),
            ([:], ["Accept-Language": "en", "X-Other": "1"], "/x */* en"),
        ]
        for condition in ["-", "\"same\""] {
            for (query, headers, text) in forms {
                #expect(try await client.get("x", query: query, headers: headers).text == text)
                #expect(backend.conditions.last == condition)
            }
        }
        // A field of any name may say who asks.
        #expect(try await client.get("x", headers: ["Accept-Language": "en", "X-Other": "2"]).text == "/x */* en")
        #expect(backend.conditions.last == "-")
    }

    @Test func `a 304 about another version makes it ask again without conditions`() async throws {
        let requests = Recorder<String>()
        let server = try LoopbackServer { request in
            requests.add(request.headers["If-None-Match"] ?? "-")
            let isConditional = request.headers["If-None-Match"] != nil
            let etag = isConditional ? "\"2\"" : "\"1\""
            return ServerResponse(status: isConditional ? 304 : 200, headers: ["ETag": etag], body: Array("new".utf8))
        }
        let client = HTTPClient(baseURL: try BaseURL(server.url), middleware: [ConditionalGet()])
        for _ in 0..<2 { #expect(try await client.get("x").text == "new") }
        #expect(requests.all == ["-", "\"1\"", "-"])
    }

    @Test func `a 304 that nobody asked for stays one`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 304, headers: ["ETag": "\"1\""]) }
        let client = HTTPClient(baseURL: try BaseURL(server.url), middleware: [ConditionalGet()])
        #expect(await failure { () async throws(APIError) in try await client.get("x") }?.status == 304)
    }

    @Test func `what was not used for longest goes when the memory is full`() async throws {
        let backend = try Versioned(["ETag": "\"a\""], body: String(repeating: "x", count: 10_000))
        let client = try backend.client(ConditionalGet(maxBytes: 35_000))
        for name in ["a", "b", "c", "a", "d", "a", "b"] { _ = try await client.get("\(name)") }
        // Not all four fit: b was used before a.
        #expect(backend.conditions == ["-", "-", "-", "\"a\"", "-", "\"a\"", "-"])

        let small = try backend.client(ConditionalGet(maxBytes: 9_000))
        for _ in 0..<2 { #expect(try await small.get("a").body.count == 10_000) }
        #expect(backend.conditions.suffix(2) == ["-", "-"])
    }

    @Test func `cleared, it remembers nothing, and nothing that is on its way`() async throws {
        let gate = try LoopbackGate()
        let backend = try Versioned { request, _ in
            let response = ServerResponse(status: 200, headers: ["ETag": "\"a\""], body: [0x61])
            return request.path == "/slow" ? response.delayed(until: gate) : response
        }
        let memory = ConditionalGet()
        let client = try backend.client(memory)
        _ = try await client.get("x")
        let slow = Task { try await client.get("slow").text }
        await gate.waitForArrivals()
        memory.clear()
        gate.open()
        #expect(try await slow.value == "a")
        for name in ["x", "slow"] { _ = try await client.get("\(name)") }
        #expect(Set(backend.conditions) == ["-"])
    }

    @Test func `many calls at once each get an answer of their own resource`() async throws {
        let backend = try Versioned { request, number in
            ServerResponse(status: 200, headers: ["ETag": "\"\(number / 50)\""], body: Array(request.path.utf8))
        }
        let client = try backend.client(ConditionalGet(maxBytes: 4000))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<400 {
                group.addTask {
                    let response = try await client.get("\(number % 10)")
                    #expect(response.status == 200 && response.text == "/\(number % 10)")
                }
            }
            try await group.waitForAll()
        }
    }
}
