import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct EventFeedTests {
    private struct News: Request {
        typealias Response = ResponseStream
        var path: RequestPath { "news/\(1)" }
        var headers: HTTPHeaders { ["X-Own": "kept"] }
    }

    private let headers: ServerHeaders = ["Content-Type": "Text/Event-Stream; charset=utf-8"]

    private func stream(_ text: String) -> ServerResponse {
        ServerResponse(status: 200, headers: headers, chunks: [Array(text.utf8)])
    }

    private func broken(_ text: String) -> ServerResponse {
        .truncated(headers: headers, body: Array(text.utf8), promising: 10_000)
    }

    /// A server that answers with each of these in turn, and the requests it got.
    private func server(_ answers: [ServerResponse]) throws -> (LoopbackServer, Recorder<ServerRequest>) {
        let requests = Recorder<ServerRequest>()
        let server = try LoopbackServer { request in
            let number = requests.add(request)
            return number <= answers.count ? answers[number - 1] : ServerResponse(status: 204)
        }
        return (server, requests)
    }

    /// Options whose waits take no time, and the waits.
    private func options() -> (EventFeed.Options, Recorder<Duration>) {
        let waits = Recorder<Duration>()
        var options = EventFeed.Options()
        options.jitter = 0
        options.sleep = { waits.add($0) }
        return (options, waits)
    }

    @Test func `a feed goes on after its last event when the stream ends or breaks, until status 204`() async throws {
        let (server, requests) = try server([
            stream("id: 1\ndata: a\n\nid: 2\ndata: b\n\ndata: cut"), broken("data: c\n\nid: 3\ndata: lost"),
            stream("id: 4\n\n"), stream("id:\ndata: d\n\n"), stream("data: e\n\n"),
        ])
        let (options, waits) = options()
        var events: [ServerSentEvent] = []
        for try await event in try server.client().events(of: News(), options: options) { events.append(event) }
        #expect(events.map(\.data) == ["a", "b", "c", "d", "e"])
        #expect(events.map(\.id) == ["1", "2", "2", nil, nil])
        #expect(requests.all.map { $0.headers["Last-Event-ID"] } == [nil, "2", "2", "4", nil, nil])
        #expect(
            requests.all.allSatisfy { $0.headers["Accept"] == "text/event-stream" && $0.headers["X-Own"] == "kept" }
        )
        #expect(waits.all == Array(repeating: .seconds(3), count: 5))
    }

    @Test func `the server sets the wait, and failures in a row double it up to a limit`() async throws {
        let failure = ServerResponse(status: 503)
        let (server, _) = try server([
            stream("retry: 500\n\ndata: a\n\n"), failure, failure, stream(""), broken(""), failure,
            stream("data: b\n\n"), failure,
        ])
        var (options, waits) = options()
        options.maxReconnectionTime = .seconds(3)
        for try await _ in try server.client().events(of: News(), options: options) {}
        #expect(waits.all.map { $0 / .milliseconds(1) } == [500, 500, 1000, 2000, 3000, 3000, 500, 500])
    }

    @Test func `a wait that the server asks for is kept though it is over the limit`() async throws {
        let (server, _) = try server([stream("retry: 600000\n\n"), ServerResponse(status: 500)])
        let (options, waits) = options()
        for try await _ in try server.client().events(of: News(), options: options) {}
        #expect(waits.all == [.seconds(600), .seconds(600)])
    }

    @Test func `a wait that the server asks for has a limit, by retry and by Retry-After`() async throws {
        let refusal = { ServerResponse(status: $0, headers: ["Retry-After": $1]) }
        let (server, _) = try server([
            stream("retry: 9223372036854775807\ndata: a\n\n"), stream("retry: 500\ndata: b\n\n"), refusal(503, "120"),
            refusal(429, "99999999"), refusal(503, "0"), stream("data: c\n\n"),
        ])
        let (options, waits) = options()
        for try await _ in try server.client().events(of: News(), options: options) {}
        #expect(waits.all.map { $0 / .milliseconds(1) } == [3_600_000, 500, 120_000, 3_600_000, 2000, 500])
    }

    @Test func `a server that asks for no wait gets one when it fails`() async throws {
        let (server, _) = try server([stream("retry: 0\ndata: a\n\n"), ServerResponse(status: 503), 503, 503])
        let (options, waits) = options()
        for try await _ in try server.client().events(of: News(), options: options) {}
        #expect(waits.all.map { $0 / .milliseconds(1) } == [0, 100, 200, 400])
    }

    @Test func `a random part comes on top of each wait`() async throws {
        let (server, _) = try server(Array(repeating: stream("data: a\n\n"), count: 20))
        var (options, waits) = options()
        options.jitter = 0.5
        for try await _ in try server.client().events(of: News(), options: options) {}
        #expect(waits.all.count == 20)
        #expect(waits.all.allSatisfy { (.seconds(3) ... .seconds(4.5)).contains($0) })
        #expect(Set(waits.all).count > 10)
    }

    @Test(arguments: [(401, APIError.Code.unauthorized), (403, .forbidden), (404, .notFound), (400, .rejected)])
    func `what a wait can't mend is thrown, after events too`(status: Int, code: APIError.Code) async throws {
        let (server, requests) = try server([stream("data: a\n\n"), ServerResponse(status: status)])
        let (options, _) = options()
        var iterator = try server.client().events(of: News(), options: options).makeAsyncIterator()
        #expect(try await iterator.next()?.data == "a")
        let error = await #expect(throws: APIError.self) { try await iterator.next() }
        #expect(error?.code == code)
        #expect(error?.endpoint == "GET news/{}")
        #expect(try await iterator.next() == nil)
        #expect(requests.all.count == 2)
    }

    @Test(arguments: ["text/html", "text/event-streams", "", "application/json; text/event-stream"])
    func `an answer that is no event stream is an error`(type: String) async throws {
        let (server, requests) = try server([
            ServerResponse(status: 200, headers: ["Content-Type": type], body: Array("data: x\n\n".utf8))
        ])
        let (options, _) = options()
        let feed = try server.client().events(of: News(), options: options)
        let error = await #expect(throws: APIError.self) { for try await _ in feed {} }
        #expect(error?.code == .decodingFailed)
        #expect(requests.all.count == 1)
    }

    @Test func `a feed may give up after so many connections without an event`() async throws {
        let failure = ServerResponse(status: 503)
        let (server, requests) = try server([failure, stream("data: a\n\n"), failure, failure, failure])
        var (options, _) = options()
        options.maxFailures = 3
        let feed = try server.client().events(of: News(), options: options)
        let error = await #expect(throws: APIError.self) { for try await _ in feed {} }
        #expect(error?.status == 503)
        #expect(requests.all.count == 5)

        let (silent, connections) = try self.server(Array(repeating: stream(": nothing\n\n"), count: 9))
        let quiet = try silent.client().events(of: News(), options: options)
        #expect(await #expect(throws: APIError.self) { for try await _ in quiet {} }?.code == .connectionLost)
        #expect(connections.all.count == 3)
    }

    @Test func `an event over the limit ends the feed`() async throws {
        let (server, requests) = try server([stream("data: \(String(repeating: "x", count: 100))\n\n")])
        var (options, _) = options()
        options.maxEventBytes = 50
        let feed = try server.client().events(of: News(), options: options)
        #expect(await #expect(throws: APIError.self) { for try await _ in feed {} }?.code == .responseTooLarge)
        #expect(requests.all.count == 1)
    }

    @Test func `a feed may begin after an event of an earlier run`() async throws {
        let (server, requests) = try server([])
        for try await _ in try server.client().events(of: News(), after: "ü 41") {}
        #expect(requests.all.map { $0.headers["Last-Event-ID"] } == ["ü 41"])
    }

    @Test func `a request whose body can't be sent twice is sent once`() async throws {
        let (server, requests) = try server([stream("data: a\n\n"), stream("data: b\n\n")])
        let (body, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(Data("query".utf8))
        continuation.finish()
        let request = AnyRequest(.post, "search", body: .stream(body)) { $0 }
        var events: [String] = []
        for try await event in try server.client().events(of: request) { events.append(event.data) }
        #expect(events == ["a"])
        #expect(requests.all.map(\.body) == [Array("query".utf8)])
    }

    @Test func `cancelling ends the wait for an event with cancelled`() async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 900\r\n\r\ndata: a\n\n"
        let server = try LoopbackServer { _ in .raw(Array(text.utf8), thenClose: false) }
        let client = try server.client()
        let (seen, sign) = AsyncStream.makeStream(of: String.self)
        let reader = Task { () -> APIError? in
            do throws(APIError) {
                for try await event in client.events(of: News()) { sign.yield(event.data) }
                return nil
            } catch { return error }
        }
        for await data in seen {
            #expect(data == "a")
            break
        }
        reader.cancel()
        #expect(await reader.value?.code == .cancelled)
        await eventually { server.openConnections == 0 }
    }

    @Test func `cancelling ends the wait before a connection with cancelled`() async throws {
        let (server, requests) = try server([ServerResponse(status: 503)])
        let client = try server.client()
        let (asleep, sign) = AsyncStream.makeStream(of: Void.self)
        var options = EventFeed.Options()
        options.sleep = { _ in
            sign.yield()
            try await Task.sleep(for: .seconds(3600))
        }
        let feed = client.events(of: News(), options: options)
        let reader = Task { () -> APIError? in
            do throws(APIError) {
                for try await _ in feed {}
                return nil
            } catch { return error }
        }
        for await _ in asleep { break }
        reader.cancel()
        #expect(await reader.value?.code == .cancelled)
        #expect(requests.all.count == 1)
    }

    @Test func `a feed that is let go half-way closes its connection and opens no other`() async throws {
        let text = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 900\r\n\r\ndata: a\n\n"
        let server = try LoopbackServer { _ in .raw(Array(text.utf8), thenClose: false) }
        for try await event in try server.client().events(of: News()) {
            #expect(event.data == "a")
            break
        }
        await eventually { server.openConnections == 0 }
        #expect(server.requestCount == 1)
    }
}
