import EnterpriseHTTP
import EnterpriseTesting
import Testing

@Suite(.serialized) struct CurlConformanceTests {
    @Test(arguments: TransportConformance.all)
    func `the transport on libcurl conforms`(check: TransportConformance.Check) async throws {
        try await check.run { CurlTransport(options: $0 ?? TransportOptions()) }
    }
}
