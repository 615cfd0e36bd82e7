import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// The clocks stand still: what ends does so because the client is closed.
@Suite(.serialized) struct HTTPClientClosingTests {
    private let clock = TestClock()

    private func client(of server: LoopbackServer, middleware: [any Middleware] = []) throws -> HTTPClient {
        HTTPClient(
            baseURL: try BaseURL(server.url),
            timeout: nil,
            middleware: middleware,
            clock: CallClock(clock),
            transport: CurlTransport()
        )
    }

    private func call(_ client: HTTPClient) -> Task<APIError?, Never> {
        Task { await failure { () async throws(APIError) in try await client.get("x/\(1)") } }
    }

    @Test func `closing ends a call that waits for its next attempt`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 503, headers: ["Retry-After": "60"]) }
        let client = try client(of: server)
        let call = call(client)
        await clock.waitForSleepers()
        await client.close()
        let error = await call.value
        #expect(error?.code == .shutDown)
        #expect(error?.endpoint == "GET x/{}")
        #expect(server.requestCount == 1)
    }

    @Test func `closing ends calls that wait for the rate limit, first in line or behind`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let limit = RateLimit(1, per: .seconds(3600), clock: CallClock(clock))
        let client = try client(of: server, middleware: [limit])
        _ = try await client.get("x")
        let calls = (0..<3).map { _ in call(client) }
        await clock.waitForSleepers()
        await client.close()
        for call in calls { #expect(await call.value?.code == .shutDown) }
        #expect(server.requestCount == 1)
    }

    @Test func `closing ends a feed that waits before it connects again`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 500) }
        let client = try server.client()
        let clock = clock
        var options = EventFeed.Options()
        options.sleep = { try await clock.sleep(for: $0) }
        let feed = client.events(of: AnyRequest<WireResponse>(.get, "news"), options: options)
        let reader = Task {
            await failure { () async throws(APIError) in for try await _ in feed {} }
        }
        await clock.waitForSleepers()
        await client.close()
        let error = await reader.value
        #expect(error?.code == .shutDown)
        #expect(error?.endpoint == "GET news")
    }

    @Test func `closing ends a call in a middleware of one's own, and one whose answer is awaited`() async throws {
        struct Waiting: Middleware {
            let clock: TestClock
            func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse {
                do { try await clock.sleep(for: .seconds(1)) } catch { throw APIError(.cancelled) }
                return try await next(request)
            }
        }
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        let waiting = try client(of: server, middleware: [Waiting(clock: clock)])
        let first = call(waiting)
        await clock.waitForSleepers()
        await waiting.close()
        #expect(await first.value?.code == .shutDown)
        #expect(server.requestCount == 0)

        let asking = try client(of: server)
        let second = call(asking)
        await gate.waitForArrivals()
        await asking.close()
        #expect(await second.value?.code == .shutDown)
    }

    @Test func `after closing a call is refused without a middleware's seeing it`() async throws {
        struct Seeing: Middleware {
            let seen: Recorder<String>
            func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse {
                seen.add(request.endpoint)
                return WireResponse(status: 200)
            }
        }
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let seen = Recorder<String>()
        let client = try client(of: server, middleware: [Seeing(seen: seen)])
        _ = try await client.get("x")
        await client.close()
        let error = await call(client).value
        #expect(error?.code == .shutDown)
        #expect(error?.mayHaveReachedServer == false)
        #expect(seen.all == ["GET x"])
    }

    @Test func `a call that its own task cancels ends with cancelled, before and after closing`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 503, headers: ["Retry-After": "60"]) }
        let client = try client(of: server)
        let call = call(client)
        await clock.waitForSleepers()
        call.cancel()
        #expect(await call.value?.code == .cancelled)
        #expect(server.requestCount == 1)
        await client.close()
    }
}
