import EnterpriseHTTP
import EnterpriseTesting
import EnterpriseURLSession
import Testing

@Suite(.serialized) struct URLSessionConformanceTests {
    private static let makeTransport: TransportConformance.MakeTransport = {
        URLSessionTransport(options: $0 ?? TransportOptions())
    }

    @Test(arguments: TransportConformance.all.filter { knownLimits[$0.id] == nil })
    func `the transport on URLSession conforms, but for its known limits`(
        check: TransportConformance.Check
    ) async throws {
        try await check.run(Self.makeTransport)
    }

    @Test(arguments: knownLimits.filter { !$0.value.endsProcess }.keys.sorted { $0.rawValue < $1.rawValue })
    func `a known limit is still there`(id: TransportConformance.Check.ID) async throws {
        let check = try #require(TransportConformance.check(id), "there is no such check any more")
        if knownLimits[id]?.dependsOnSpeed == true {
            return await withKnownIssue(isIntermittent: true) {
                try await check.run(within: .seconds(8), Self.makeTransport)
            }
        }
        await #expect(throws: ConformanceFailure.self, "it passes now: take it off the list") {
            try await check.run(within: .seconds(8), Self.makeTransport)
        }
    }

    #if canImport(FoundationNetworking)
    /// In a process of its own, since it does not survive.
    @Test(arguments: knownLimits.filter(\.value.endsProcess).keys.sorted { $0.rawValue < $1.rawValue })
    func `what ends the process still does`(id: TransportConformance.Check.ID) async throws {
        _ = try #require(TransportConformance.check(id), "there is no such check any more")
        await #expect(processExitsWith: .failure, "it survives now: correct the list") { [id] in
            try await TransportConformance.check(id)?.run {
                URLSessionTransport(options: $0 ?? TransportOptions())
            }
        }
    }
    #endif
}
