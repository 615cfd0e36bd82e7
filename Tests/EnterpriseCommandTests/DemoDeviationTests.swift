import EnterpriseTesting
import Testing

@testable import enterprise_api

/// `demo`, where what comes back is not what the backend should hold.
@Suite(.serialized) struct DemoDeviationTests {
    private static let noRecords = ServerResponse(status: 200, body: Array("[]".utf8))

    @Test(arguments: [
        (ReferenceBackend.Route.announcements, noRecords, "the announcements are the backend's"),
        (.employees, noRecords, "the chart is the backend's, and sound"),
        (.purchases, .failure(403, reason: "Forbidden"), "getPurchases() ended in purchasesFailed: GET purchases"),
        (.login, .failure(404, reason: "Not Found"), "a wrong password is refused as such"),
    ])
    func `a deviation is a failure that says what is not as it should be`(
        route: ReferenceBackend.Route,
        answer: ServerResponse,
        reason: String
    ) async throws {
        let backend = try ReferenceBackend.start()
        backend.backend.override(route, with: answer)
        let error = try await #require(throws: CommandError.self) { try await Demo.run(on: backend) { _ in } }
        #expect(error.exitCode == .failure)
        #expect(error.exitCode.rawValue == 1)
        #expect(error.message.hasPrefix("the demo deviated: "))
        #expect(error.message.contains(reason))
    }
}
