import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// Redirects of a server that knows its clients by their certificates.
@Suite(.serialized, .needs(.openssl, .nginx)) struct RedirectTLSTests {
    private func outcome(of location: String) async throws -> APIResult<WireResponse> {
        let backend = try LoopbackServer { request in
            request.path == "/end"
                ? .arrival(request) : ServerResponse(status: 307, headers: ["Location": location])
        }
        let server = try await TLSServer.nginx(before: backend.port, "ssl_verify_client optional_no_ca;")
        let options = server.options {
            $0.certificateFile = server.authority.file("client.pem")
            $0.keyFile = server.authority.file("client.key")
        }
        let client = HTTPClient(
            baseURL: try BaseURL("https://good.test"),
            transport: try CurlTransport(checking: options)
        )
        return await client.result(of: AnyRequest<WireResponse>(.get, "x"))
    }

    @Test(arguments: [("/end", true), ("https://localhost/end", false)])
    func `the client certificate is shown to its own origin alone`(location: String, isShown: Bool) async throws {
        let response = try await outcome(of: location).get()
        #expect(response.text.lowercased().contains("x-client: cn=client") == isShown)
        #expect(response.redirections.count == 1)
    }

    @Test(arguments: ["http://good.test/end", "http://localhost:80/end", "ftp://good.test/end"])
    func `from a secure connection nothing leads to another`(location: String) async throws {
        guard case .failure(let failed) = try await outcome(of: location) else {
            Issue.record("it was followed")
            return
        }
        #expect(failed.code == .redirectRefused && failed.status == 307)
    }
}
