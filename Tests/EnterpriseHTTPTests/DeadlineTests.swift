import EnterpriseTesting
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized, .timeLimit(.minutes(2))) struct DeadlineTests {
    private struct Read: Request {
        typealias Response = Void
        var path: RequestPath { "x" }
        var timeout: Duration?
        var isStreamed = false
    }

    private let clock = TestClock()

    private func encoded(_ request: Read, clientTimeout: Duration? = .seconds(60)) throws(APIError) -> WireRequest {
        let url: BaseURL
        do { url = try BaseURL("http://127.0.0.1:1") } catch { throw APIError(.invalidRequest) }
        let encoder = RequestEncoder(baseURL: url, headers: [:], timeout: clientTimeout, clock: CallClock(clock))
        return try encoder.encode(request, endpoint: "GET x")
    }

    private func within<Value>(
        _ limit: Duration?,
        _ operation: () async throws(APIError) -> Value
    ) async throws(APIError) -> Value {
        guard let limit else { return try await operation() }
        return try await Deadline.within(limit, clock: CallClock(clock), operation)
    }

    @Test(
        arguments: [
            (nil, nil, nil, nil), (nil, nil, 60, 60), (nil, 5, 60, 5), (9, nil, 60, 9), (9, 5, 60, 5), (5, 9, 60, 5),
            (90, nil, 60, 60), (90, nil, nil, 90), (9, 90, 60, 9),
        ] as [(Int?, Int?, Int?, Int?)]
    )
    func `the earliest of the limits counts`(task: Int?, request: Int?, client: Int?, expected: Int?) async throws {
        let seconds = { (value: Int?) in value.map { Duration.seconds($0) } }
        let request = Read(timeout: seconds(request))
        let wire = try await within(seconds(task)) { () async throws(APIError) in
            try encoded(request, clientTimeout: seconds(client))
        }
        #expect(wire.deadline == seconds(expected).map { clock.now + $0 })
    }

    @Test(
        arguments: [
            (nil, nil, 60, false), (nil, 90, 90, true), (300, nil, 300, true), (9, nil, 9, true), (300, 90, 90, true),
        ] as [(Int?, Int?, Int, Bool)]
    )
    func `for a stream the task's limit counts to the last byte, and the client's to the head`(
        task: Int?,
        request: Int?,
        expected: Int,
        includesStream: Bool
    ) async throws {
        let request = Read(timeout: request.map { .seconds($0) }, isStreamed: true)
        let wire = try await within(task.map { .seconds($0) }) { () async throws(APIError) in try encoded(request) }
        #expect(wire.deadline == clock.now + .seconds(expected))
        #expect(wire.delivery == .streamed(hasDeadline: includesStream))
    }

    @Test func `a nested limit can only shorten, and ends with its closure`() async throws {
        let calls = CallClock(clock)
        let start = clock.now
        #expect(Deadline.current == nil)
        await Deadline.within(.seconds(5), clock: calls) {
            await Deadline.within(.seconds(9), clock: calls) { #expect(Deadline.current == start + .seconds(5)) }
            await Deadline.within(.seconds(2), clock: calls) {
                #expect(Deadline.current == start + .seconds(2))
                async let child = Deadline.current
                #expect(await child == start + .seconds(2))
                #expect(await Task { Deadline.current }.value == start + .seconds(2))
                #expect(await Task.detached { Deadline.current }.value == nil)
            }
            #expect(Deadline.current == start + .seconds(5))
        }
        #expect(Deadline.current == nil)
    }

    @Test func `a limit beyond all time does not overflow`() async {
        await Deadline.within(.seconds(Int64.max), clock: CallClock(clock)) {
            #expect(Deadline.current == clock.now + .year)
        }
    }

    @Test func `what the closure throws comes out with its type`() async {
        let error = await failure { () async throws(APIError) in
            try await Deadline.within(.seconds(1)) { () async throws(APIError) in throw APIError(.notFound) }
        }
        #expect(error?.code == .notFound)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
    func `a limit of zero or in the past ends the call before anything is done`(limit: Duration) async throws {
        let server = try LoopbackServer { _ in 200 }
        let seen = Recorder<Bool>()
        let client = HTTPClient(baseURL: try BaseURL(server.url), middleware: [Spy(seen: seen)])
        let nested = await failure { () async throws(APIError) in
            try await Deadline.within(limit) { () async throws(APIError) in try await client.send(Read()) }
        }
        let own = await failure { () async throws(APIError) in try await client.send(Read(timeout: limit)) }
        for error in [nested, own] {
            #expect(error?.code == .timedOut)
            #expect(error?.reason == "the time limit had passed before the call began")
            #expect(error?.isOutcomeUnknown == false)
        }
        #expect(server.connectionCount == 0)
        #expect(seen.all.isEmpty)
    }

    private struct Spy: Middleware {
        let seen: Recorder<Bool>
        func send(_ request: WireRequest, next: Exchange) async throws(APIError) -> WireResponse {
            seen.add(true)
            return try await next(request)
        }
    }

    @Test func `one limit counts across attempts and calls`() async throws {
        let time = InstantClock()
        let server = try LoopbackServer { _ in 503 }
        let client = HTTPClient(
            baseURL: try BaseURL(server.url),
            retryPolicy: RetryPolicy(maxAttempts: 100, firstBackoff: .seconds(10), maxBackoff: .seconds(10)),
            retryBudget: RetryBudget(capacity: 1000),
            clock: time.calls
        )
        var codes: [APIError.Code?] = []
        await Deadline.within(.seconds(30), clock: time.calls) {
            for _ in 0..<2 {
                let error = await failure { () async throws(APIError) in try await client.send(Read()) }
                codes.append(error?.code)
            }
            time.clock.advance(by: .seconds(30))
            let error = await failure { () async throws(APIError) in try await client.send(Read()) }
            codes.append(error?.code)
        }
        #expect(codes == [.serverError, .serverError, .timedOut])
        #expect(time.sleeps.all.reduce(.zero, +) < .seconds(30))
        #expect(server.requestCount == time.sleeps.all.count + 2)
    }
}
