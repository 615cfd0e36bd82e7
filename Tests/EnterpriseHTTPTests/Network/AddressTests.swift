import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized) struct AddressTests {
    private func send(
        to server: LoopbackServer,
        host: String = "backoffice.test",
        _ change: (inout TransportOptions) -> Void
    ) async -> APIResult<WireResponse> {
        var options = TransportOptions()
        change(&options)
        let transport = CurlTransport(options: options)
        let request = WireRequest(origin: "http://\(host):\(server.port)", target: "/", deadline: .now + .seconds(60))
        do throws(APIError) { return .success(try await transport.send(request)) } catch { return .failure(error) }
    }

    @Test(arguments: [["127.0.0.1"], ["::1", "127.0.0.1"]])
    func `a name that is set is not looked up, and an address that does not answer gives way`(
        addresses: [String]
    ) async throws {
        let server = try LoopbackServer { .arrival($0) }
        let result = await send(to: server) { $0.resolve = ["backoffice.test:\(server.port)": addresses] }
        #expect(try result.get().text.contains("Host: backoffice.test:\(server.port)\n"))
    }

    @Test(arguments: [(AddressFamily.ipv4, true), (.ipv6, false), (.any, true)])
    func `one family of addresses is used alone when it is set`(family: AddressFamily, isReached: Bool) async throws {
        let server = try LoopbackServer { _ in 200 }
        let result = await send(to: server) {
            $0.resolve = ["backoffice.test:\(server.port)": ["127.0.0.1"]]
            $0.addressFamily = family
        }
        #expect(((try? result.get()) != nil) == isReached)
    }

    @Test func `connections come from the address that is set`() async throws {
        let server = try LoopbackServer { _ in 200 }
        #expect(try await send(to: server, host: "127.0.0.1") { $0.interface = "127.0.0.9" }.get().status == 200)
        let result = await send(to: server, host: "127.0.0.1") { $0.interface = "nowhere0" }
        guard case .failure(let failed) = result else { return #expect(Bool(false), "it was connected") }
        #expect(failed.code == .connectionFailed && failed.mayHaveReachedServer == false)
    }

    @Test(.needs(.nginx, .openssl)) func `a Unix domain socket leads to the server, whatever its name`() async throws {
        let backend = try LoopbackServer { .arrival($0) }
        let server = try await TLSServer.nginx(before: backend.port)
        #expect(try await CurlTransport(options: server.options()).send(server.request()).status == 200)
        let none = await server.failure { $0.unixSocket = "/tmp/enterprise-nowhere" }
        #expect(none?.code == .connectionFailed && none?.mayHaveReachedServer == false)
    }
}
