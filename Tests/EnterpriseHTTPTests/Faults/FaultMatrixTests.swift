import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// Every fault × GET and POST × buffered and streamed × without and with retries: each call ends once (a second end of a
/// continuation would trap), in time, with a true answer, and the server's own count says how often it arrived.
@Suite(.serialized, .timeLimit(.minutes(2))) struct FaultMatrixTests {
    private static let stages = Fault.Stage.all + [.bytes(100, .toServer), .bytes(100, .toClient)]
    private static let slow = Fault.samples.filter { [.latency, .bandwidth, .trickle].contains($0.kind) }
    private static let loud = FaultManner.allCases.filter { !$0.isSilent }

    private func forEachCall(_ check: @escaping @Sendable (FaultCall) async throws -> Void) async throws {
        try await withThrowingTaskGroup { group in
            for call in FaultCall.all { group.addTask { try await check(call) } }
            try await group.waitForAll()
        }
    }

    @Test func `the matrix has every sample of a fault`() {
        let all = Self.slow + FaultManner.allCases.flatMap { manner in Self.stages.map { manner.fault(at: $0) } }
        #expect(Set(all) == Set(Fault.samples))
    }

    @Test(arguments: slow) func `a slow network is no fault`(fault: Fault) async throws {
        try await forEachCall { try await FaultBench.check($0, meeting: fault, FaultExpectation()) }
    }

    @Test(arguments: stages, loud)
    func `what breaks or is no HTTP ends the call at once`(stage: Fault.Stage, manner: FaultManner) async throws {
        try await forEachCall { call in
            let expected = FaultExpectation(manner, at: FaultProgress(stage, call.method))
            try await FaultBench.check(call, meeting: manner.fault(at: stage), expected)
        }
    }

    @Test(arguments: stages) func `silence ends with the time limit`(stage: Fault.Stage) async throws {
        try await withThrowingTaskGroup { group in
            for manner in [FaultManner.drop, .stall] {
                group.addTask {
                    try await forEachCall { call in
                        let expected = FaultExpectation(manner, at: FaultProgress(stage, call.method))
                        let isSilent = !expected.codes.isEmpty
                        try await FaultBench.check(
                            call,
                            meeting: manner.fault(at: stage),
                            isSilent: isSilent,
                            expected
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: [
        (ServerResponse.reset, false), (.close, false), (.truncated(body: [1, 2, 3], promising: 10), true),
    ])
    func `a server that breaks off is a lost connection`(answer: ServerResponse, hasHead: Bool) async throws {
        try await forEachCall { call in
            let script = ResponseScript(answer, ServerResponse(status: 200, body: FaultCall.answer))
            let expected = FaultExpectation(codes: [.connectionLost], hasHead: hasHead)
            try await FaultBench.check(
                call,
                answering: { call.pass == .eachOfSome ? answer : script.answer($0) },
                expected
            )
        }
    }

    @Test func `a POST whose server is out of order is not sent again, a GET is`() async throws {
        try await forEachCall { call in
            let script = ResponseScript(503, 503, 200)
            let bench = try FaultBench(.none) { script.answer($0) }
            let client = try call.client(of: bench.proxy.url, isSilent: false)
            let note: Comment = "\(call)"
            let end = try #require(await call.end(by: client), note)
            await bench.settle(client, note)
            bench.compare(end, of: call, note)
            let isRepeated = call.method == .get && call.pass != .once
            #expect(end.error?.code == (isRepeated ? nil : .serverError), note)
            #expect(end.error?.status == (isRepeated ? nil : 503), note)
            #expect(end.attempts == (isRepeated ? 3 : 1), note)
            #expect(bench.server.requestCount == end.attempts, note)
        }
    }

    @Test func `a refused connection is tried again by every method, and nothing arrives`() async throws {
        try await forEachCall { call in
            let bench = try FaultBench(.none)
            bench.proxy.refuse()
            let client = try call.client(of: bench.proxy.url, isSilent: false)
            let note: Comment = "\(call)"
            let end = try #require(await call.end(by: client), note)
            await bench.settle(client, note)
            bench.compare(end, of: call, note)
            #expect(end.error?.code == .connectionFailed, note)
            #expect(end.error?.mayHaveReachedServer == false, note)
            #expect(end.attempts == call.retryPolicy.maxAttempts, note)
            #expect(bench.server.requestCount == 0, note)
        }
    }
}
