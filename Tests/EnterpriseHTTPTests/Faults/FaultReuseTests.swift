import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// Connections that die between two calls, or as the second one uses them again.
@Suite(.serialized, .timeLimit(.minutes(2))) struct FaultReuseTests {
    private static let stages: [Fault.Stage] = [.betweenRequests, .requestStarted, .beforeResponse, .midResponseBody]

    @Test(arguments: stages, FaultManner.allCases)
    func `a dead connection costs no call its truth, and no POST is repeated`(stage: Fault.Stage, manner: FaultManner)
        async throws
    {
        try await withThrowingTaskGroup { group in
            for call in FaultCall.all where call.pass != .eachOfSome {
                group.addTask { try await check(call, stage, manner) }
            }
            try await group.waitForAll()
        }
    }

    private func check(_ call: FaultCall, _ stage: Fault.Stage, _ manner: FaultManner, tries: Int = 5) async throws {
        let isBetween = stage == .betweenRequests
        let fault = manner.fault(at: stage).inExchange(isBetween ? 1 : 2)
        let note: Comment = "\(fault): \(call)"
        let bench = try FaultBench([fault])
        let client = try call.client(of: bench.proxy.url, isSilent: manner.isSilent)
        let first = try #require(await call.end(by: client), note)
        if manner.isSilent, first.error?.code == .timedOut, tries > 1 {
            // The short limits of its client are too short for a machine that is very busy.
            return try await check(call, stage, manner, tries: tries - 1)
        }
        try #require(first.error == nil, note)
        if isBetween { await bench.proxy.waitForFaults() }
        let second = try #require(await call.end(by: client, isSilent: manner.isSilent), note)
        await bench.settle(client, note)
        let expected = expectation(manner, stage, call)
        if manner.isSilent, second.error?.code == .timedOut, !expected.contains(.timedOut), tries > 1 {
            return try await check(call, stage, manner, tries: tries - 1)
        }
        bench.compare(second, of: call, earlier: 1, note)
        #expect(bench.proxy.counts.connections <= 1 + call.retryPolicy.maxAttempts, note)
        #expect(expected.contains(second.error?.code), "\(note): \(second.error.debugDescription)")
    }

    /// What the second call comes to; nil is a success.
    private func expectation(_ manner: FaultManner, _ stage: Fault.Stage, _ call: FaultCall) -> Set<APIError.Code?> {
        let progress = stage == .betweenRequests ? .requesting : FaultProgress(stage, call.method)
        let meeting = FaultExpectation(manner, at: progress)
        if stage == .betweenRequests, !manner.isSilent {
            // The client sees the end before it uses the connection again, unless the end is still on its way.
            if manner == .garbage { return [nil, .invalidResponse] }
            return call.method == .get ? [nil] : [nil, .connectionLost]
        }
        if meeting.codes.isEmpty || call.pass != .once && meeting.isRepeated(call) { return [nil] }
        // libcurl itself repeats a GET on a connection that ends without a byte of an answer.
        if call.method == .get, progress < .answering, meeting.codes == [.connectionLost] { return [nil] }
        // And a POST, as long as no byte of its body has been read; it arrives once all the same.
        let isEarly = progress < .requested && meeting.codes == [.connectionLost]
        return Set(meeting.codes.map(Optional.some) + (isEarly ? [nil] : []))
    }

    @Test func `descriptors and threads are as before, whatever went wrong`() async throws {
        let before = try ProcessUse.now()
        let faults = Fault.samples.filter { $0.kind == .reset || $0.kind == .close || $0.kind == .garbage }
        for fault in faults + faults {
            let bench = try FaultBench(.always(fault))
            let call = FaultCall(method: .post, isStreamed: true, pass: .once)
            let client = try call.client(of: bench.proxy.url, isSilent: false)
            _ = try #require(await call.end(by: client))
            await bench.settle(client, "\(fault)")
            bench.proxy.stop()
            bench.server.stop()
        }
        // Other suites run beside this one, and Dispatch keeps some threads; a leak would be one for each of these calls.
        let allowance = faults.count / 2
        let deadline = ContinuousClock.now + .seconds(20)
        var now = try ProcessUse.now()
        while now.descriptors > before.descriptors + allowance || now.threads > before.threads + allowance,
            ContinuousClock.now < deadline
        {
            try await Task.sleep(for: .milliseconds(20))
            now = try ProcessUse.now()
        }
        #expect(now.descriptors <= before.descriptors + allowance)
        #expect(now.threads <= before.threads + allowance)
    }
}
