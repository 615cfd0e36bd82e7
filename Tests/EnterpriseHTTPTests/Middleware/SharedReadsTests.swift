import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized, .timeLimit(.minutes(2))) struct SharedReadsTests {
    /// A server that answers when its gate opens, and how many calls it got.
    private final class Held: Sendable {
        let gate: LoopbackGate
        let server: LoopbackServer
        let reads = SharedReads(ignoring: ["X-Trace"])

        init(_ answer: ServerResponse = ServerResponse(status: 200, body: Array("content".utf8))) throws {
            let gate = try LoopbackGate()
            self.gate = gate
            server = try LoopbackServer { _ in answer.delayed(until: gate) }
        }

        func client(token: String? = nil, transport: CurlTransport = CurlTransport()) throws -> HTTPClient {
            HTTPClient(
                baseURL: try BaseURL(server.url),
                retryPolicy: .none,
                middleware: [reads],
                bearerToken: { () throws(APIError) in token },
                transport: transport
            )
        }

        /// Starts calls, and returns when all of them wait for exchanges.
        func start(
            _ count: Int,
            _ call: @escaping @Sendable (Int) async throws(APIError) -> WireResponse
        ) async -> [Task<APIResult<WireResponse>, Never>] {
            let before = reads.waiting
            let tasks = (0..<count).map { number in
                Task { () -> APIResult<WireResponse> in
                    do throws(APIError) { return .success(try await call(number)) } catch { return .failure(error) }
                }
            }
            await eventually { reads.waiting >= before + count }
            return tasks
        }
    }

    @Test func `identical reads share one exchange, and a later one begins another`() async throws {
        let held = try Held()
        let client = try held.client()
        let tasks = await held.start(20) { (number) async throws(APIError) in
            try await client.get("x", query: ["a": 1], headers: ["X-Trace": "\(number)"])
        }
        held.gate.open()
        for task in tasks { #expect(try await task.value.get().text == "content") }
        #expect(held.server.requestCount == 1)
        _ = try await client.get("x", query: ["a": 1])
        #expect(held.server.requestCount == 2)
        #expect(held.reads.waiting == 0)
    }

    @Test func `an error is shared as well`() async throws {
        let held = try Held(503)
        let client = try held.client()
        let tasks = await held.start(5) { (_) async throws(APIError) in try await client.get("x") }
        held.gate.open()
        for task in tasks {
            let value = await task.value
            #expect(throws: APIError.self) { try value.get() }
        }
        #expect(held.server.requestCount == 1)
    }

    @Test func `reads of other paths, queries, fields and users have exchanges of their own`() async throws {
        let held = try Held()
        let transport = CurlTransport()
        let clients = try ["jane", "joe", nil].map { try held.client(token: $0, transport: transport) }
        let tasks = await held.start(7) { (number) async throws(APIError) in
            switch number {
            case 0..<3: try await clients[number].get("x")
            case 3: try await clients[2].get("y")
            case 4: try await clients[2].get("x", query: ["a": 1])
            case 5: try await clients[2].get("x", headers: ["Accept": "text/plain"])
            default: try await clients[2].get("x", headers: ["Authorization": "Bearer other"])
            }
        }
        held.gate.open()
        for task in tasks { #expect(try await task.value.get().status == 200) }
        #expect(held.server.requestCount == 7)
    }

    @Test func `what is no plain GET passes untouched`() async throws {
        let held = try Held()
        held.gate.open()
        let client = try held.client()
        let next = Recorder<HTTPMethod>()
        let requests: [WireRequest] = [
            .nowhere(.head), .nowhere(.post), .nowhere(.get, body: .text("x")),
            .nowhere(.get, delivery: .streamed(hasDeadline: false)),
        ]
        for request in requests {
            _ = try await held.reads.send(request) { [reads = held.reads] request in
                next.add(request.method)
                #expect(reads.waiting == 0)
                return WireResponse(status: 200)
            }
        }
        #expect(next.all == [.head, .post, .get, .get])
        _ = try await client.post("x")
        #expect(held.server.requestCount == 1)
    }

    @Test(arguments: [0, 1, 4])
    func `one that is cancelled ends at once and leaves the others alone`(cancelled: Int) async throws {
        let held = try Held()
        let client = try held.client()
        let first = await held.start(1) { (_) async throws(APIError) in try await client.get("x") }
        let tasks = await first + held.start(4) { (_) async throws(APIError) in try await client.get("x") }
        await held.gate.waitForArrivals()
        tasks[cancelled].cancel()
        let ended = await tasks[cancelled].value
        #expect(ended.failureCode == .cancelled)
        held.gate.open()
        for (number, task) in tasks.enumerated() where number != cancelled {
            #expect(try await task.value.get().text == "content")
        }
        #expect(held.server.requestCount == 1)
    }

    @Test func `the exchange ends when all are gone, and the next call begins another`() async throws {
        let held = try Held()
        let client = try held.client()
        let tasks = await held.start(3) { (_) async throws(APIError) in try await client.get("x") }
        await held.gate.waitForArrivals()
        for task in tasks { task.cancel() }
        for task in tasks { #expect(await task.value.failureCode == .cancelled) }
        #expect(held.reads.waiting == 0)
        await eventually { held.server.openConnections == 0 }
        let next = await held.start(1) { (_) async throws(APIError) in try await client.get("x") }
        await held.gate.waitForArrivals(2)
        held.gate.open()
        #expect(try await next[0].value.get().text == "content")
        #expect(held.server.requestCount == 2)
    }

    /// Exchanges that end when they are told to, by a clock that stands still.
    private final class Told: Sendable {
        let clock = TestClock()
        let reads: SharedReads
        let exchanges = Recorder<AsyncStream<APIResult<WireResponse>>.Continuation>()

        init() { reads = SharedReads(clock: CallClock(clock)) }

        /// Starts a call, and returns when it waits.
        func start(within limit: Duration?) async -> Task<APIResult<WireResponse>, Never> {
            let before = reads.waiting
            let request = WireRequest.nowhere(deadline: limit.map { clock.now + $0 })
            let task = Task { [self] () -> APIResult<WireResponse> in
                do throws(APIError) {
                    return .success(
                        try await reads.send(request) { [exchanges] (_) async throws(APIError) in
                            let (outcomes, outcome) = AsyncStream.makeStream(of: APIResult<WireResponse>.self)
                            exchanges.add(outcome)
                            for await outcome in outcomes { return try outcome.get() }
                            throw APIError(.cancelled)
                        }
                    )
                } catch { return .failure(error) }
            }
            await eventually { reads.waiting > before }
            return task
        }

        func end(_ exchange: Int, _ outcome: APIResult<WireResponse>) async {
            await eventually { exchanges.all.count > exchange }
            exchanges.all[exchange].yield(outcome)
        }
    }

    @Test func `a call whose time is shorter ends in time, and the others go on`() async throws {
        let told = Told()
        let long = await told.start(within: nil)
        let short = await told.start(within: .seconds(1))
        await told.clock.waitForSleepers()
        told.clock.advance(by: .seconds(1))
        let ended = await short.value
        #expect(ended.failureCode == .timedOut)
        await told.end(0, .status(200))
        #expect(try await long.value.get().status == 200)
        #expect(told.exchanges.all.count == 1)
    }

    @Test func `a call whose time is longer does not end with the one that began`() async throws {
        let told = Told()
        let short = await told.start(within: .seconds(1))
        let long = [await told.start(within: .seconds(5)), await told.start(within: nil)]
        told.clock.advance(by: .seconds(1))
        await told.end(0, .error(.timedOut))
        #expect(await short.value.failureCode == .timedOut)
        await eventually { told.reads.waiting == 2 }
        await told.end(1, .status(200))
        for task in long { #expect(try await task.value.get().status == 200) }
        #expect(told.exchanges.all.count == 2)
    }

    @Test func `a connection that times out before that is an error for all`() async throws {
        let told = Told()
        let calls = [await told.start(within: .seconds(1)), await told.start(within: .seconds(5))]
        await told.end(0, .error(.timedOut))
        for call in calls { #expect(await call.value.failureCode == .timedOut) }
        #expect(told.exchanges.all.count == 1)
    }

    @Test func `many calls that come and go at random each end once`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: [0x61]) }
        let reads = SharedReads()
        let client = HTTPClient(baseURL: try BaseURL(server.url), retryPolicy: .none, middleware: [reads])
        let codes = await withTaskGroup(of: APIError.Code?.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let task = Task {
                        await failure { () async throws(APIError) in try await client.get("\(number % 3)") }
                    }
                    if number % 4 == 0 { task.cancel() }
                    return await task.value?.code
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(codes.count == 1000)
        #expect(codes.allSatisfy { $0 == nil || $0 == .cancelled })
        #expect(codes.count { $0 == nil } >= 750)
        #expect(reads.waiting == 0)
        #expect(server.requestCount < 1000)
    }
}

extension APIResult<WireResponse> {
    fileprivate var failureCode: APIError.Code? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}
