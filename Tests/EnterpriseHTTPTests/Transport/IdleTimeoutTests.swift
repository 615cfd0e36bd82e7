import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized) struct IdleTimeoutTests {
    private struct Poll: Request {
        typealias Response = Data
        var idleTimeout: Duration?
        var path: RequestPath { "poll" }
    }

    private func client(of server: LoopbackServer, stallTimeout: Duration) throws -> HTTPClient {
        var options = TransportOptions()
        options.stallTimeout = stallTimeout
        return try server.client(options: options)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a request may have a shorter limit than its transport, also behind a type that stands for it`() async throws {
        let server = try LoopbackServer { _ in .hang }
        let client = try client(of: server, stallTimeout: .seconds(300))
        for request in [AnyRequest(Poll(idleTimeout: .seconds(1)))] {
            let error = await failure { () async throws(APIError) in try await client.send(request) }
            #expect(error?.code == .timedOut)
            #expect(error?.reason == "the idle limit of 1.0 seconds ran out while waiting for the answer")
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a request may have a longer limit, and a feed has one`() async throws {
        let gate = try LoopbackGate()
        let type: ServerHeaders = ["Content-Type": "text/event-stream"]
        let server = try LoopbackServer { request in
            switch request.path {
            case "/poll": ServerResponse(status: 200, body: [1]).delayed(until: gate)
            case "/news":
                .stream(headers: type) { writer in
                    _ = writer.write("data: a\n\n") && writer.wait(for: gate) && writer.write("data: b\n\n")
                }
            default: .hang
            }
        }
        let client = try client(of: server, stallTimeout: .seconds(1))
        var events = client.events(of: AnyRequest<WireResponse>(.get, "news")).makeAsyncIterator()
        #expect(try await events.next()?.data == "a")
        async let polled = client.send(Poll(idleTimeout: .seconds(300)))
        await gate.waitForArrivals(2)
        // Both are silent at least as long as these, which end by the transport's limit, one after the other.
        for _ in 0..<2 {
            let error = await failure { () async throws(APIError) in try await client.get("other") }
            #expect(error?.code == .timedOut)
        }
        gate.open()
        #expect(try await polled == Data([1]))
        #expect(try await events.next()?.data == "b")
        #expect(server.requestCount == 4)
    }
}
