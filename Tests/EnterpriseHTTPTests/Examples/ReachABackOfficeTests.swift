import EnterpriseHTTP
import Testing

/// The page "Reach a back office" of the documentation, run where its files are not.
@Suite(.serialized) struct ReachABackOfficeTests {
    @Test func `what can't work is an error at the start that names the file`() throws {
        let problem = #expect(throws: TransportOptionsError.self) {
            var options = TransportOptions()
            options.caFile = "/etc/company/ca.pem"
            options.certificateFile = "/etc/company/client.pem"
            options.keyFile = "/etc/company/client.key"
            options.keyPassphrase = .environment("KEY_PASSPHRASE")
            options.proxy = .url("http://proxy.example.com:3128")
            options.proxyCredentials = .file("/run/secrets/proxy")
            options.noProxy = ["example.com", "10.0.0.0/8"]
            let transport = try CurlTransport(checking: options)

            _ = transport
        }
        #expect(problem?.description.contains("/etc/company/ca.pem") == true)
    }
}
