import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// The suite itself: each check has to find something.
@Suite(.serialized) struct TransportConformanceTests {
    /// Says yes to everything and does nothing.
    private struct Flatterer: Transport {
        func send(_ request: WireRequest) async throws(APIError) -> WireResponse { WireResponse(status: 200) }
        func close() async {}
    }

    /// Fails with one and the same error.
    private struct Refuser: Transport {
        var code = APIError.Code.internalError
        func send(_ request: WireRequest) async throws(APIError) -> WireResponse { throw APIError(code) }
        func close() async {}
    }

    /// Never ends anything, not even when it is cancelled.
    private struct Sleeper: Transport {
        func send(_ request: WireRequest) async throws(APIError) -> WireResponse {
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            return WireResponse(status: 200)
        }
        func close() async {}
    }

    @Test func `every check has an id and a name of its own`() {
        #expect(Set(TransportConformance.all.map(\.id)).count == TransportConformance.all.count)
        #expect(Set(TransportConformance.all.map(\.name)).count == TransportConformance.all.count)
        #expect(TransportConformance.check("no-such-check") == nil)
    }

    @Test(arguments: TransportConformance.all)
    func `no check is passed by a transport that sends nothing and answers 200`(
        check: TransportConformance.Check
    ) async throws {
        await #expect(throws: ConformanceFailure.self) { try await check.run(within: .seconds(1)) { _ in Flatterer() } }
    }

    @Test(arguments: TransportConformance.all)
    func `no check is passed by a transport that always fails`(check: TransportConformance.Check) async throws {
        await #expect(throws: ConformanceFailure.self) { try await check.run(within: .seconds(1)) { _ in Refuser() } }
    }

    @Test func `a check that hangs ends in time and says what it was waiting for`() async throws {
        let check = try #require(TransportConformance.check("cancel-storm"))
        let error = await #expect(throws: ConformanceFailure.self) {
            try await check.run(within: .milliseconds(50)) { _ in Sleeper() }
        }
        #expect(error?.check == "cancel-storm")
        #expect(error?.expected == "an end within 0.05 seconds")
        #expect(error?.actual == "the storm had not come to an end")
    }

    @Test func `a failure is one sentence with the rule, what was expected and what came`() async throws {
        let check = try #require(TransportConformance.check("refused"))
        let error = await #expect(throws: ConformanceFailure.self) {
            try await check.run { _ in Refuser(code: .timedOut) }
        }
        let text = """
            a refused connection is no connection [refused]: expected the error “no connection” when nobody listens, \
            got the error “timed out”
            """
        #expect(error?.description == text)
        #expect(error?.localizedDescription == text)
    }

    @Test func `a check ends at once when its task is cancelled`() async throws {
        let check = try #require(TransportConformance.check("methods"))
        let task = Task { try await check.run { _ in Sleeper() } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
