import EnterpriseTesting
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized, .timeLimit(.minutes(2))) struct RateLimitTests {
    private let clock = TestClock()

    private func limit(_ count: Int, per period: Duration = .seconds(1), burst: Int? = nil) -> RateLimit {
        RateLimit(count, per: period, burst: burst, clock: CallClock(clock))
    }

    /// Starts calls that record their numbers when they get through, each after the one before waits.
    private func start(_ numbers: Range<Int>, _ limit: RateLimit, _ passed: Recorder<Int>) async -> [Task<Void, Never>]
    {
        var tasks: [Task<Void, Never>] = []
        for number in numbers {
            let before = limit.waiting
            tasks.append(
                Task {
                    _ = try? await limit.send(.nowhere()) { _ in
                        passed.add(number)
                        return WireResponse(status: 200)
                    }
                }
            )
            await eventually { limit.waiting > before }
        }
        return tasks
    }

    private func pass(_ limit: RateLimit, deadline: Duration? = nil) async -> APIError? {
        let request = WireRequest.nowhere(deadline: deadline.map { clock.now + $0 })
        return await failure { () async throws(APIError) in
            try await limit.send(request) { _ in WireResponse(status: 200) }
        }
    }

    @Test func `a burst passes at once, and the rest at the rate, in order`() async {
        let limit = limit(2, per: .seconds(1), burst: 3)
        for _ in 0..<3 { #expect(await pass(limit) == nil) }
        let passed = Recorder<Int>()
        let tasks = await start(0..<5, limit, passed)
        for count in 1...5 {
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(499))
            #expect(passed.all.count == count - 1)
            clock.advance(by: .milliseconds(1))
            await tasks[count - 1].value
            #expect(passed.all == Array(0..<count))
        }
        #expect(clock.elapsed == .milliseconds(2500))
    }

    @Test func `a rest fills the bucket, but not beyond its burst`() async {
        let limit = limit(1, burst: 2)
        for _ in 0..<2 { #expect(await pass(limit, deadline: .milliseconds(1)) == nil) }
        #expect(await pass(limit, deadline: .milliseconds(1))?.code == .timedOut)
        clock.advance(by: .seconds(100))
        for _ in 0..<2 { #expect(await pass(limit, deadline: .milliseconds(1)) == nil) }
        #expect(await pass(limit, deadline: .milliseconds(1))?.code == .timedOut)
    }

    @Test func `a wait beyond the deadline is refused at once, and takes nothing`() async {
        let limit = limit(1)
        #expect(await pass(limit) == nil)
        let passed = Recorder<Int>()
        let tasks = await start(0..<2, limit, passed)
        for _ in 0..<3 {
            let error = await pass(limit, deadline: .seconds(3))
            #expect(error?.code == .timedOut)
            #expect(error?.reason?.contains("rate limit") == true)
            #expect(error?.underlying as? RateLimit.Exceeded == RateLimit.Exceeded(wait: .seconds(3)))
            #expect(error?.mayHaveReachedServer == false)
        }
        #expect(clock.elapsed == .zero)
        for task in tasks {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            await task.value
        }
        #expect(passed.all == [0, 1])
        #expect(clock.elapsed == .seconds(2))
    }

    @Test(arguments: [0, 1, 2])
    func `one that is cancelled leaves its place to those behind it`(cancelled: Int) async {
        let limit = limit(1)
        #expect(await pass(limit) == nil)
        let passed = Recorder<Int>()
        let tasks = await start(0..<3, limit, passed)
        tasks[cancelled].cancel()
        await tasks[cancelled].value
        let others = (0..<3).filter { $0 != cancelled }
        for number in others {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
            await tasks[number].value
        }
        #expect(passed.all == others)
        #expect(clock.elapsed == .seconds(2))
        #expect(limit.waiting == 0)
    }

    @Test func `a call that was cancelled before takes no token`() async {
        let limit = limit(1)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await pass(limit)
        }
        #expect(await task.value?.code == .cancelled)
        #expect(await pass(limit, deadline: .milliseconds(1)) == nil)
    }

    @Test func `a thousand calls at once each pass once, and keep the rate`() async {
        let time = InstantClock()
        let limit = RateLimit(100, per: .seconds(1), burst: 1, clock: time.calls)
        let passed = Recorder<Int>()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let task = Task {
                        _ = try? await limit.send(.nowhere()) { _ in
                            passed.add(number)
                            return WireResponse(status: 200)
                        }
                    }
                    if number % 10 == 0 { task.cancel() }
                    await task.value
                }
            }
        }
        #expect(Set(passed.all).count == passed.all.count)
        #expect(passed.all.count >= 900)
        #expect(time.clock.elapsed >= .milliseconds(10) * (passed.all.count - 1))
        #expect(limit.waiting == 0)
    }

    @Test func `each attempt takes a token, and a refused retry gives the answer before it`() async throws {
        let server = try LoopbackServer { _ in 503 }
        let client = HTTPClient(
            baseURL: try BaseURL(server.url),
            timeout: .seconds(30),
            retryPolicy: RetryPolicy(maxAttempts: 5),
            middleware: [RateLimit(2, per: .seconds(3600), clock: InstantClock().calls)],
            clock: InstantClock().calls
        )
        let error = await failure { () async throws(APIError) in try await client.get("x") }
        #expect(error?.status == 503)
        #expect(error?.attempts == 2)
        #expect(server.requestCount == 2)
        let refused = await failure { () async throws(APIError) in try await client.get("x") }
        #expect(refused?.code == .timedOut)
        #expect(refused?.attempts == 1)
        #expect(server.requestCount == 2)
    }
}
