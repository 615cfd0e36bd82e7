import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseHTTP

/// Retries over a real socket: how often a request arrives is what the server counts.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RetryWireTests {
    private struct Send: Request {
        typealias Response = WireResponse
        var method: HTTPMethod = .post
        var path: RequestPath { "x" }
        var headers: HTTPHeaders = [:]
        var body: RequestBody? = .text("order")
        var saysItIsSafe = false
        var idempotencyKey: IdempotencyKey?
        var isIdempotent: Bool { saysItIsSafe || method.isIdempotent }
    }

    private let time = InstantClock()

    private func client(_ url: String) throws -> HTTPClient {
        HTTPClient(baseURL: try BaseURL(url), retryPolicy: RetryPolicy(maxAttempts: 3), clock: time.calls)
    }

    private func failing(_ responses: ServerResponse...) throws -> (LoopbackServer, Recorder<String?>) {
        let script = ResponseScript(responses)
        let keys = Recorder<String?>()
        let server = try LoopbackServer { request in
            keys.add(request.headers["Idempotency-Key"])
            return script.answer(request)
        }
        return (server, keys)
    }

    @Test(arguments: [ServerResponse.close, .reset, 500, 503, 429])
    func `POST is not repeated once a byte of it went out`(answer: ServerResponse) async throws {
        for body in [RequestBody.text("order"), nil] {
            let (server, arrivals) = try failing(answer, 200)
            let client = try client(server.url)
            let error = await failure { () async throws(APIError) in try await client.send(Send(body: body)) }
            #expect(error?.attempts == 1)
            #expect(error?.mayHaveReachedServer == true)
            #expect(error?.isOutcomeUnknown == (answer.status != 429))
            #expect(arrivals.all.count == 1, "\(answer)")
        }
    }

    @Test func `POST on a kept connection that the server closes arrives once`() async throws {
        let (server, arrivals) = try failing(200, .close, 200)
        let client = try client(server.url)
        _ = try await client.send(Send())
        let error = await failure { () async throws(APIError) in try await client.send(Send()) }
        #expect(error?.code == .connectionLost)
        #expect(error?.isOutcomeUnknown == true)
        #expect(arrivals.all.count == 2)
    }

    @Test(arguments: [ServerResponse.close, .reset, 503])
    func `a POST that says it is safe, or carries a key, is repeated`(answer: ServerResponse) async throws {
        let requests = [
            Send(saysItIsSafe: true), Send(idempotencyKey: .automatic), Send(headers: ["idempotency-key": "mine"]),
        ]
        for request in requests {
            let (server, arrivals) = try failing(answer, answer, 200)
            #expect(try await client(server.url).send(request).attempts == 3)
            #expect(arrivals.all.count == 3)
        }
    }

    @Test func `an automatic key is the same on every attempt, and another for each call`() async throws {
        let (server, keys) = try failing(503, .reset, 200)
        let client = try client(server.url)
        for _ in 0..<2 { _ = try await client.send(Send(idempotencyKey: .automatic)) }
        let all = keys.all.compactMap(\.self)
        #expect(all.count == 4)
        #expect(Set(all.prefix(3)).count == 1)
        #expect(Set(all).count == 2)
        #expect(all.allSatisfy { UUID(uuidString: $0) != nil })
    }

    @Test(arguments: [IdempotencyKey.automatic, .custom("order-7")])
    func `the caller's own header wins over a key`(key: IdempotencyKey) async throws {
        let (server, keys) = try failing(503, 200)
        _ = try await client(server.url).send(Send(headers: ["Idempotency-Key": "mine"], idempotencyKey: key))
        #expect(keys.all == ["mine", "mine"])
    }

    @Test func `a custom key goes out as it is, and an empty one is none`() async throws {
        let (server, keys) = try failing(503, 200)
        let client = try client(server.url)
        _ = try await client.send(Send(idempotencyKey: .custom("order-7")))
        #expect(keys.all == ["order-7", "order-7"])
        let (strict, arrivals) = try failing(503, 200)
        let other = try self.client(strict.url)
        let error = await failure { () async throws(APIError) in
            try await other.send(Send(idempotencyKey: .custom("")))
        }
        #expect(error?.status == 503)
        #expect(arrivals.all.count == 1)
    }

    @Test(arguments: [Fault.reset(at: .beforeResponse), .close(at: .beforeResponse), .close(at: .midResponseHead)])
    func `behind a proxy that loses answers, GET comes through and POST arrives once`(fault: Fault) async throws {
        let server = try LoopbackServer { _ in 200 }
        let proxy = try FaultProxy(to: server, plan: [fault, fault, .none])
        let response = try await client(proxy.url).send(Send(method: .get, body: nil))
        #expect(response.attempts == 3)
        #expect(server.requestCount == 3)
        proxy.plan = [fault, .none]
        let client = try client(proxy.url)
        let error = await failure { () async throws(APIError) in try await client.send(Send()) }
        #expect(error?.code == .connectionLost)
        #expect(error?.isOutcomeUnknown == true)
        #expect(server.requestCount == 4)
    }

    @Test func `POST is repeated while no connection comes about`() async throws {
        let server = try LoopbackServer { _ in 200 }
        let proxy = try FaultProxy(to: server)
        proxy.refuse()
        let time = time
        let client = HTTPClient(
            baseURL: try BaseURL(proxy.url),
            middleware: [Healing(proxy: proxy)],
            clock: time.calls
        )
        let response = try await client.send(Send())
        #expect(response.attempts == 2)
        #expect(server.requestCount == 1)
    }

    /// Lets the proxy accept again after the first attempt.
    private struct Healing: Middleware {
        let proxy: FaultProxy
        var placement: MiddlewarePlacement { .attempt }
        func send(_ request: WireRequest, next: Exchange) async throws(APIError) -> WireResponse {
            defer { try? proxy.accept() }
            return try await next(request)
        }
    }

    @Test func `a body that can't be produced twice is sent once`() async throws {
        let (server, arrivals) = try failing(503, 200)
        let client = try client(server.url)
        let body = RequestBody.stream(
            AsyncStream<Data> {
                $0.yield(Data("x".utf8))
                $0.finish()
            }
        )
        let error = await failure { () async throws(APIError) in try await client.send(Send(method: .put, body: body)) }
        #expect(error?.status == 503)
        #expect(arrivals.all.count == 1)
    }

    @Test func `a refusal after an attempt that was lost leaves the outcome unknown`() async throws {
        let (server, _) = try failing(.close, 409)
        let client = try client(server.url)
        let error = await failure { () async throws(APIError) in try await client.send(Send(method: .put)) }
        #expect(error?.status == 409)
        #expect(error?.attempts == 2)
        #expect(error?.isOutcomeUnknown == true)
        let (plain, _) = try failing(409)
        let other = try self.client(plain.url)
        let refused = await failure { () async throws(APIError) in try await other.send(Send(method: .put)) }
        #expect(refused?.isOutcomeUnknown == false)
    }

    @Test func `a stream that breaks off is not begun again`() async throws {
        let (server, arrivals) = try failing(
            503,
            .truncated(body: [UInt8](repeating: 1, count: 500), promising: 1000)
        )
        let client = try client(server.url)
        let request = AnyRequest<ResponseStream>(Send(method: .get, body: nil), isStreamed: true) { $0.bytes }
        let stream = try await client.send(request)
        let error = await failure { () async throws(APIError) in try await stream.collect(upTo: 1 << 20) }
        #expect(error?.code == .connectionLost)
        #expect(arrivals.all.count == 2)
    }
}
