import EnterpriseHTTP
import EnterpriseTesting
import Testing

/// A server that counts what arrives, behind a proxy, for one call.
struct FaultBench {
    let server: LoopbackServer
    let proxy: FaultProxy

    init(
        _ plan: FaultPlan,
        handler: @escaping @Sendable (ServerRequest) -> ServerResponse = { _ in
            ServerResponse(status: 200, body: FaultCall.answer)
        }
    ) throws {
        server = try LoopbackServer(handler: handler)
        proxy = try FaultProxy(to: server, plan: plan)
    }

    /// Every connection is gone once the client is closed: what was under way has arrived or never will.
    func settle(_ client: HTTPClient, _ note: Comment) async {
        await client.close()
        let deadline = ContinuousClock.now + .seconds(10)
        while proxy.openConnections + server.openConnections > 0, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(2))
        }
        #expect(proxy.openConnections == 0, note)
        #expect(server.openConnections == 0, note)
    }

    /// Makes a call that meets the fault and compares.
    static func check(
        _ call: FaultCall,
        meeting fault: Fault = .none,
        answering handler: (@Sendable (ServerRequest) -> ServerResponse)? = nil,
        isSilent: Bool = false,
        _ expected: FaultExpectation
    ) async throws {
        let plan: FaultPlan = call.pass == .eachOfSome ? .always(fault) : [fault]
        let bench = try handler.map { try FaultBench(plan, handler: $0) } ?? FaultBench(plan)
        let client = try call.client(of: bench.proxy.url, isSilent: isSilent)
        let note: Comment = "\(fault): \(call)"
        let end = try #require(await call.end(by: client, isSilent: isSilent), note)
        await bench.settle(client, note)
        let isRepeated = call.pass != .once && expected.isRepeated(call)
        bench.compare(end, of: call, note)
        #expect(end.duration < call.limit(isSilent: isSilent) + .seconds(2), note)
        if let error = end.error {
            #expect(expected.codes.contains(error.code), "\(fault): \(call): \(error)")
            #expect(!(isRepeated && call.pass == .firstOfSome), note)
            #expect(end.isOnStream == (call.isStreamed && expected.hasHead), note)
        } else {
            #expect(expected.codes.isEmpty || call.pass == .firstOfSome, note)
            #expect((end.body == .init(FaultCall.answer)) == !expected.isFalsified, note)
        }
        bench.compareAttempts(end.attempts, of: call, expected, isRepeated: isRepeated, note)
    }

    /// What holds whatever went wrong: an error tells the truth, and nothing is sent too often.
    /// - Parameter earlier: how many requests had arrived on the connection, which is used again.
    func compare(_ end: FaultEnd, of call: FaultCall, earlier: Int = 0, _ note: Comment) {
        let arrivals = server.requestCount - earlier
        // libcurl itself repeats a GET once, on a connection that was used before and ends without an answer.
        let most = call.retryPolicy.maxAttempts + (earlier > 0 ? 1 : 0)
        #expect(arrivals <= (call.method == .post ? 1 : most), note)
        guard let error = end.error else {
            #expect(arrivals > 0, note)
            return
        }
        if !error.mayHaveReachedServer { #expect(arrivals == 0, note) }
        // A stream has begun with a status, which says what came of the request.
        guard !end.isOnStream else { return }
        #expect(error.isOutcomeUnknown == (call.method == .post && error.mayHaveReachedServer), note)
        #expect(error.endpoint == "\(call.method) x", note)
    }

    private func compareAttempts(
        _ attempts: Int,
        of call: FaultCall,
        _ expected: FaultExpectation,
        isRepeated: Bool,
        _ note: Comment
    ) {
        // No connection is used twice, as each attempt but a last one breaks its own.
        #expect(attempts == proxy.counts.connections, note)
        // A POST may be tried again as long as there was no connection to send it on.
        let isFree = expected.codes.contains(.connectionFailed)
        switch call.pass {
        case .once: #expect(attempts == 1, note)
        // On a very busy machine the short limits may end the second, too.
        case .firstOfSome where isRepeated:
            #expect(expected.codes == [.timedOut] ? 2...3 ~= attempts : attempts == 2, note)
        // The call's time may be over before the third.
        case .eachOfSome where isRepeated:
            #expect(expected.codes == [.timedOut] ? 2...3 ~= attempts : attempts == 3, note)
        default: #expect(isFree ? 1...3 ~= attempts : attempts == 1, note)
        }
        guard !isFree, !(isRepeated && call.pass == .firstOfSome && attempts > 2) else { return }
        let spared = isRepeated && call.pass == .firstOfSome ? 1 : 0
        let range = expected.arrivals
        let least = range.lowerBound * (attempts - spared) + spared
        #expect(least...(range.upperBound * (attempts - spared) + spared) ~= server.requestCount, note)
    }
}
