import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized, .timeLimit(.minutes(2))) struct RetryTests {
    private let time = InstantClock()

    private func retry(
        _ policy: RetryPolicy = .standard,
        budget: RetryBudget = RetryBudget(),
        random: Double = 1
    ) -> Retry {
        Retry(policy: policy, budget: budget, clock: time.calls, random: { random })
    }

    private func statuses(_ retry: Retry, _ script: Scripted, _ count: Int) async throws -> [Int] {
        var statuses: [Int] = []
        for _ in 0..<count { statuses.append(try await retry.send(.nowhere(), next: script.send).status) }
        return statuses
    }

    @Test func `a response tells how many attempts it took`() async throws {
        let script = Scripted(.status(503), .error(.connectionLost, sent: true), .status(200))
        let response = try await retry().send(.nowhere(), next: script.send)
        #expect(response.status == 200)
        #expect(response.attempts == 3)
        #expect(script.count == 3)
    }

    @Test(arguments: [1, 2, 5])
    func `no more attempts are made than the policy says, and the error counts them`(limit: Int) async throws {
        let script = Scripted(.error(.connectionFailed))
        let retry = retry(RetryPolicy(maxAttempts: limit))
        let error = await failure { () async throws(APIError) in try await retry.send(.nowhere(), next: script.send) }
        #expect(error?.code == .connectionFailed)
        #expect(error?.attempts == limit)
        #expect(script.count == limit)
    }

    @Test(arguments: [0, -1])
    func `a policy of no attempt makes one`(limit: Int) async throws {
        let script = Scripted(.status(503))
        #expect(try await statuses(retry(RetryPolicy(maxAttempts: limit)), script, 1) == [503])
        #expect(script.count == 1)
    }

    @Test(arguments: [(0.0, [0, 0, 0, 0]), (0.5, [50, 100, 200, 250]), (1.0, [100, 200, 400, 500])])
    func `the wait is a random part of a backoff that doubles`(random: Double, waits: [Int]) async throws {
        let policy = RetryPolicy(maxAttempts: 5, firstBackoff: .milliseconds(100), maxBackoff: .milliseconds(500))
        _ = try await retry(policy, random: random).send(.nowhere(), next: Scripted(.status(503)).send)
        #expect(time.sleeps.all == waits.map { .milliseconds($0) })
    }

    @Test func `full jitter uses the whole of the backoff`() async throws {
        let retry = Retry(
            policy: RetryPolicy(maxAttempts: 2, firstBackoff: .seconds(1)),
            budget: RetryBudget(capacity: 500),
            clock: time.calls
        )
        for _ in 0..<200 { _ = try await retry.send(.nowhere(), next: Scripted(.status(503)).send) }
        let waits = time.sleeps.all
        #expect(waits.count == 200)
        #expect(waits.allSatisfy { (.zero ... .seconds(1)).contains($0) })
        #expect(waits.contains { $0 < .milliseconds(250) } && waits.contains { $0 > .milliseconds(750) })
    }

    @Test(
        arguments: [
            ["Retry-After": "7"],
            ["Retry-After": "Tue, 01 Dec 2026 00:00:07 GMT", "Date": "Tue, 01 Dec 2026 00:00:00 GMT"],
        ] as [HTTPHeaders]
    )
    func `Retry-After comes before the backoff's part`(headers: HTTPHeaders) async throws {
        for random in [0.0, 1.0] {
            let script = Scripted(.status(503, headers), .status(200))
            _ = try await retry(random: random).send(.nowhere(), next: script.send)
        }
        #expect(time.sleeps.all == [.seconds(7), .milliseconds(7100)])
    }

    @Test(arguments: [("9", 200, 2), ("10", 503, 1), ("11", 503, 1)])
    func `a Retry-After beyond the deadline gives the answer at once`(value: String, status: Int, attempts: Int)
        async throws
    {
        let script = Scripted(.status(503, ["Retry-After": value]), .status(200))
        let request = WireRequest.nowhere(deadline: time.clock.now + .seconds(10))
        let response = try await retry(random: 0).send(request, next: script.send)
        #expect(response.status == status)
        #expect(response.attempts == attempts)
        #expect(time.sleeps.all.count == attempts - 1)
    }

    @Test func `a Retry-After over the policy's limit makes the answer final`() async throws {
        let retry = retry(RetryPolicy(maxRetryAfter: .seconds(5)), random: 0)
        for (value, attempts) in [("5", 2), ("6", 1)] {
            let script = Scripted(.status(429, ["Retry-After": value]), .status(200))
            #expect(try await retry.send(.nowhere(), next: script.send).attempts == attempts)
        }
    }

    @Test func `a backoff beyond the deadline gives the error at once`() async throws {
        let script = Scripted(.error(.connectionFailed))
        let request = WireRequest.nowhere(deadline: time.clock.now + .milliseconds(250))
        let error = await failure { () async throws(APIError) in try await retry().send(request, next: script.send) }
        #expect(error?.code == .connectionFailed)
        #expect(error?.attempts == 2)
        #expect(time.sleeps.all == [.milliseconds(100)])
    }

    @Test func `an empty budget ends retries, and answers fill it again`() async throws {
        let retry = retry(RetryPolicy(maxAttempts: 3), budget: RetryBudget(capacity: 3, ratio: 0.5))
        let failing = Scripted(.status(503))
        #expect(try await statuses(retry, failing, 3) == [503, 503, 503])
        #expect(failing.count == 3 + 2 + 1)
        _ = try await statuses(retry, Scripted(.status(404)), 1)
        #expect(try await statuses(retry, failing, 1) == [503])
        #expect(failing.count == 7)
        _ = try await statuses(retry, Scripted(.status(200)), 1)
        #expect(try await statuses(retry, failing, 1) == [503])
        #expect(failing.count == 9)
        _ = try await statuses(retry, Scripted(.status(200)), 100)
        _ = try await statuses(retry, failing, 3)
        #expect(failing.count == 9 + 3 + 2 + 1, "it holds no more than its capacity")
    }

    @Test func `a cancelled backoff ends at once`() async throws {
        let clock = TestClock()
        let retry = Retry(policy: .standard, clock: CallClock(clock), random: { 1 })
        let script = Scripted(.error(.connectionLost, sent: true))
        let task = Task {
            await failure { () async throws(APIError) in try await retry.send(.nowhere(.put), next: script.send) }
        }
        await clock.waitForSleepers()
        task.cancel()
        let error = await task.value
        #expect(error?.code == .cancelled)
        #expect(error?.attempts == 1)
        #expect(error?.mayHaveReachedServer == true, "the attempt before may have had its effect")
        #expect(clock.elapsed == .zero)
        #expect(script.count == 1)
    }

    @Test(
        arguments: [
            (.error(.connectionLost, sent: true), true), (.status(502), true), (.status(429), false),
            (.error(.connectionFailed), false),
        ] as [(APIResult<WireResponse>, Bool)]
    )
    func `an error remembers what attempts before it may have done`(first: APIResult<WireResponse>, reached: Bool)
        async throws
    {
        let script = Scripted(first, .error(.connectionFailed))
        let error = await failure { () async throws(APIError) in
            try await retry().send(.nowhere(.put), next: script.send)
        }
        #expect(error?.code == .connectionFailed)
        #expect(error?.mayHaveReachedServer == reached)
        let refused = Scripted(first, .status(409))
        let response = try await retry().send(.nowhere(.put), next: refused.send)
        #expect(response.mayHaveActedBefore == reached)
    }

    @Test(arguments: [APIError.Code.circuitOpen, .overloaded])
    func `a retry that the client itself refuses gives the outcome before it`(code: APIError.Code) async throws {
        let response = try await retry().send(.nowhere(), next: Scripted(.status(503), .error(code)).send)
        #expect(response.status == 503)
        #expect(response.attempts == 1)
        let first = await failure { () async throws(APIError) in
            try await retry().send(.nowhere(), next: Scripted(.error(code)).send)
        }
        #expect(first?.code == code)
    }

    @Test func `a streamed response is final, and an error's is retried`() async throws {
        let stream = ResponseStream(AsyncStream<Data> { $0.finish() })
        let script = Scripted(.status(503), .success(WireResponse(status: 200, stream: stream)))
        let response = try await retry().send(.nowhere(delivery: .streamed(hasDeadline: false)), next: script.send)
        #expect(response.attempts == 2)
        #expect(response.stream != nil)
        #expect(script.count == 2)
    }
}
