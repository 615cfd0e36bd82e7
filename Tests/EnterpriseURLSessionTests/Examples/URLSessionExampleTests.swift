import EnterpriseHTTP
import EnterpriseTesting
import EnterpriseURLSession
import Testing

/// The code on the first page of the module's documentation, run.
@Suite(.serialized) struct URLSessionExampleTests {
    @Test func `the same client sends by another stack`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: Array("pong".utf8)) }
        // swift-format-ignore: AlwaysUseLowerCamelCase
        func BaseURL(_: String) throws -> EnterpriseHTTP.BaseURL { try .init(server.url) }

        let client = HTTPClient(
            baseURL: try BaseURL("https://backoffice.example.com/api"),
            transport: URLSessionTransport()
        )

        #expect(try await client.get("ping").text == "pong")
    }
}
