import EnterpriseTesting
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized, .timeLimit(.minutes(2))) struct CircuitBreakerTests {
    private let clock = TestClock()
    private let origin = "http://127.0.0.1:1"

    private func breaker(failures: Int = 3) -> CircuitBreaker {
        CircuitBreaker(failures: failures, cooldown: .seconds(30), clock: CallClock(clock))
    }

    @discardableResult
    private func call(_ breaker: CircuitBreaker, _ outcome: APIResult<WireResponse>, times: Int = 1) async -> APIError?
    {
        var last: APIError?
        for _ in 0..<times {
            last = await failure { () async throws(APIError) in
                try await breaker.send(.nowhere(), next: Scripted(outcome).send)
            }
        }
        return last
    }

    /// A call that is in flight until it is told its outcome.
    private func begin(_ breaker: CircuitBreaker) async -> (
        AsyncStream<APIResult<WireResponse>>.Continuation, Task<Void, Never>
    ) {
        let (outcomes, outcome) = AsyncStream.makeStream(of: APIResult<WireResponse>.self)
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            _ = try? await breaker.send(.nowhere()) { (_) async throws(APIError) in
                start.finish()
                for await outcome in outcomes { return try outcome.get() }
                throw APIError(.cancelled)
            }
        }
        for await _ in started {}
        return (outcome, task)
    }

    @Test(
        arguments: [
            .error(.connectionFailed), .error(.hostNotFound), .error(.connectionLost, sent: true), .error(.tlsFailed),
            .error(.timedOut), .status(500), .status(503), .status(599),
        ] as [APIResult<WireResponse>]
    )
    func `failures in a row open it`(failing: APIResult<WireResponse>) async {
        let breaker = breaker()
        await call(breaker, failing, times: 2)
        #expect(breaker.state(of: origin) == .closed)
        await call(breaker, failing)
        #expect(breaker.state(of: origin) == .open)
        let script = Scripted(.status(200))
        let error = await failure { () async throws(APIError) in try await breaker.send(.nowhere(), next: script.send) }
        #expect(error?.code == .circuitOpen)
        #expect(error?.isRetryable == true)
        #expect(error?.mayHaveReachedServer == false)
        #expect(error?.reason == "\(origin) failed again and again; it is tried again in 30 s")
        #expect(script.count == 0)
    }

    @Test(
        arguments: [.status(200), .status(304), .status(401), .status(404), .status(429)] as [APIResult<WireResponse>]
    )
    func `a success in between starts the count again`(success: APIResult<WireResponse>) async {
        let breaker = breaker()
        for _ in 0..<5 {
            await call(breaker, .status(503), times: 2)
            await call(breaker, success)
        }
        #expect(breaker.state(of: origin) == .closed)
    }

    @Test(
        arguments: [
            .error(.cancelled), .error(.shutDown), .error(.invalidRequest), .error(.overloaded), .error(.unauthorized),
            .failure(.waitedInVain("for a place")),
        ] as [APIResult<WireResponse>]
    )
    func `what tells nothing about the server counts as neither`(neither: APIResult<WireResponse>) async {
        let breaker = breaker()
        await call(breaker, neither, times: 10)
        #expect(breaker.state(of: origin) == .closed)
        await call(breaker, .status(503), times: 2)
        await call(breaker, neither)
        await call(breaker, .status(503))
        #expect(breaker.state(of: origin) == .open)
        clock.advance(by: .seconds(30))
        await call(breaker, neither)
        #expect(breaker.state(of: origin) == .halfOpen)
        #expect(await call(breaker, .status(200)) == nil, "the place of the probe is free again")
        #expect(breaker.state(of: origin) == .closed)
    }

    @Test func `after the cooldown exactly one probe goes on, and its success closes it`() async {
        let breaker = breaker()
        await call(breaker, .status(503), times: 3)
        clock.advance(by: .milliseconds(29_001))
        let early = await call(breaker, .status(200))
        #expect(early?.code == .circuitOpen)
        #expect(early?.reason?.hasSuffix("in 1 s") == true)
        clock.advance(by: .milliseconds(999))
        let (probe, task) = await begin(breaker)
        #expect(breaker.state(of: origin) == .halfOpen)
        for _ in 0..<10 { #expect(await call(breaker, .status(200))?.code == .circuitOpen) }
        probe.yield(.status(200))
        await task.value
        #expect(breaker.state(of: origin) == .closed)
        #expect(await call(breaker, .status(200)) == nil)
    }

    @Test func `a probe that fails opens it for another cooldown`() async {
        let breaker = breaker()
        await call(breaker, .status(503), times: 3)
        for _ in 0..<3 {
            clock.advance(by: .seconds(30))
            #expect(await call(breaker, .error(.connectionFailed))?.code == .connectionFailed)
            #expect(breaker.state(of: origin) == .open)
            clock.advance(by: .seconds(29))
            #expect(await call(breaker, .status(200))?.code == .circuitOpen)
        }
    }

    @Test func `a cancelled probe makes room for another`() async {
        let breaker = breaker()
        await call(breaker, .status(503), times: 3)
        clock.advance(by: .seconds(30))
        let (_, task) = await begin(breaker)
        task.cancel()
        await task.value
        #expect(breaker.state(of: origin) == .halfOpen)
        #expect(await call(breaker, .status(200)) == nil)
        #expect(breaker.state(of: origin) == .closed)
    }

    @Test(arguments: [APIResult<WireResponse>.status(200), .status(503)])
    func `a call from before it opened neither closes nor reopens it`(late: APIResult<WireResponse>) async {
        let breaker = breaker()
        let (old, oldTask) = await begin(breaker)
        await call(breaker, .status(503), times: 3)
        clock.advance(by: .seconds(30))
        let (probe, task) = await begin(breaker)
        old.yield(late)
        await oldTask.value
        #expect(breaker.state(of: origin) == .halfOpen)
        #expect(await call(breaker, .status(200))?.code == .circuitOpen, "the probe is still out")
        probe.yield(.status(200))
        await task.value
        #expect(breaker.state(of: origin) == .closed)
    }

    @Test func `every reader of the changes sees them in order, and both end with the breaker`() async {
        var breaker: CircuitBreaker? = breaker(failures: 1)
        let readers = [breaker, breaker].compactMap { $0?.changes }
        if let breaker {
            await call(breaker, .status(503))
            clock.advance(by: .seconds(30))
            await call(breaker, .status(503))
            clock.advance(by: .seconds(30))
            await call(breaker, .status(200))
        }
        breaker = nil
        for reader in readers {
            var states: [CircuitBreaker.State] = []
            for await change in reader {
                #expect(change.origin == origin)
                states.append(change.state)
            }
            #expect(states == [.open, .halfOpen, .open, .halfOpen, .closed])
        }
    }

    @Test func `a call whose time runs out in the client's own queue opens nothing`() async throws {
        let breaker = breaker(failures: 1)
        var options = TransportOptions()
        options.maxConnectionsPerHost = 1
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        let client = HTTPClient(
            baseURL: try BaseURL(server.url),
            middleware: [breaker],
            transport: CurlTransport(options: options)
        )
        let first = Task { try await client.get("x").status }
        await gate.waitForArrivals()
        let error = await failure { () async throws(APIError) in
            try await Deadline.within(.milliseconds(20)) { () async throws(APIError) in try await client.get("x") }
        }
        #expect(error?.code == .timedOut)
        // On a busy machine the time may be over even before that.
        let reasons = ["waiting for a free connection", "before the call began"]
        #expect(reasons.contains { error?.reason?.contains($0) == true })
        #expect(breaker.state(of: String(server.url.dropLast())) == .closed)
        gate.open()
        #expect(try await first.value == 200)
        #expect(server.requestCount == 1)
    }

    @Test func `over sockets one origin's outage leaves another alone, and the call keeps its own error`() async throws
    {
        let breaker = breaker(failures: 2)
        let bad = try LoopbackServer { _ in 503 }
        let good = try LoopbackServer { _ in 200 }
        let time = InstantClock()
        let clients = try [bad, good].map {
            HTTPClient(baseURL: try BaseURL($0.url), middleware: [breaker], clock: time.calls)
        }
        let first = await failure { () async throws(APIError) in try await clients[0].get("x") }
        #expect(first?.status == 503)
        #expect(first?.attempts == 2, "the second attempt opened it, and the third was not made")
        let second = await failure { () async throws(APIError) in try await clients[0].get("x") }
        #expect(second?.code == .circuitOpen)
        #expect(second?.description.hasPrefix("GET x: the server is left alone for a while: http://127.0.0.1:") == true)
        #expect(try await clients[1].get("x").status == 200)
        #expect(bad.requestCount == 2)
        #expect(breaker.state(of: String(bad.url.dropLast())) == .open)
        #expect(breaker.state(of: String(good.url.dropLast())) == .closed)
    }
}
