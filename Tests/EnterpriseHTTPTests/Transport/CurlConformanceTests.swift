import EnterpriseHTTP
import EnterpriseTesting
import Testing

struct CurlConformanceTests {
    /// libcurl asks for no more than it was told there is, so a stream whose excess begins just there is not noticed.
    private static let knownIssues: Set<TransportConformance.Check.ID> = ["upload-of-excess-at-its-end"]

    @Test(arguments: TransportConformance.all)
    func `the transport on libcurl conforms`(check: TransportConformance.Check) async throws {
        try await withKnownIssue {
            try await check.run { CurlTransport(options: $0 ?? TransportOptions()) }
        } when: {
            Self.knownIssues.contains(check.id)
        }
    }
}
