import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized, .needs(.tinyproxy, .microsocks)) struct ProxyTests {
    /// A transport through a proxy, with the login in a file.
    private func transport(
        _ url: String,
        login: String? = nil,
        _ change: (inout TransportOptions) -> Void = { _ in }
    ) throws -> CurlTransport {
        var options = TransportOptions()
        options.proxy = .url(url)
        if let login { options.proxyCredentials = .file(try secret(login)) }
        change(&options)
        return try CurlTransport(checking: options)
    }

    private func secret(_ text: String) throws -> String {
        let file = try URL.temporaryFolder("login").appending(path: "login")
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        return file.path
    }

    @Test func `http goes through a tunnel, and each side sees its own credentials alone`() async throws {
        let server = try LoopbackServer { .arrival($0) }
        let seen = Mutex("")
        // A proxy that keeps what it is sent, and refuses.
        let spy = try LoopbackServer { request in
            seen.withLock {
                $0 = ServerResponse.arrival(request).body.reduce(into: "") {
                    $0.unicodeScalars.append(Unicode.Scalar($1))
                }
            }
            return 403
        }
        let request = server.request(headers: [
            "Authorization": "Bearer t0ken", "Cookie": "t0ken", "X-Api-Key": "t0ken",
        ])
        let refused = try transport(String(spy.url.dropLast()), login: "jane:s3cret")
        let failed = await failure { () async throws(APIError) in try await refused.send(request) }
        #expect(failed?.code == .proxyRefused && failed?.mayHaveReachedServer == false)
        let asked = seen.withLock { $0 }
        #expect(asked.hasPrefix("CONNECT 127.0.0.1:\(server.port)\n"))
        #expect(asked.contains("Proxy-Authorization: Basic ") && !asked.contains("t0ken"))

        let proxy = try await ProxyProgram.tinyproxy(login: ("jane", "s3cret"))
        let through = try transport("http://127.0.0.1:\(proxy.port)", login: "jane:s3cret")
        let response = try await through.send(request)
        #expect(response.text.contains("Authorization: Bearer t0ken"))
        #expect(!response.text.lowercased().contains("proxy-") && response.headers["X-Method"] == "GET")
    }

    @Test func `without a tunnel the proxy's login still does not reach the server`() async throws {
        let server = try LoopbackServer { .arrival($0) }
        let proxy = try await ProxyProgram.tinyproxy(login: ("jane", "s3cret"))
        let transport = try transport("http://127.0.0.1:\(proxy.port)", login: "jane:s3cret") { $0.proxyTunnel = false }
        let response = try await transport.send(server.request())
        #expect(response.status == 200 && !response.text.lowercased().contains("proxy-authorization"))
    }

    @Test(.needs(.nginx, .openssl)) func `https goes through a tunnel`() async throws {
        let backend = try LoopbackServer { .arrival($0) }
        let (tls, port) = try await ProxyProgram.atFreePort { port in
            try await TLSServer.nginx(before: backend.port, "listen 127.0.0.1:\(port) ssl http2;")
        }
        let proxy = try await ProxyProgram.tinyproxy()
        let transport = try transport("http://127.0.0.1:\(proxy.port)") { $0.caFile = tls.authority.file("root.pem") }
        let request = WireRequest(origin: "https://localhost:\(port)", target: "/", deadline: .now + .seconds(60))
        #expect(try await transport.send(request).text.lowercased().contains("x-protocol: http/2.0"))
    }

    @Test func `a login that is refused is an error of its own`() async throws {
        let server = try LoopbackServer { .arrival($0) }
        let proxy = try await ProxyProgram.tinyproxy(login: ("jane", "s3cret"))
        // Without a tunnel tinyproxy says to a wrong login just what a server would say.
        for (login, tunnel) in [(nil, true), ("jane:wr0ng", true), (nil, false)] {
            let transport = try transport("http://127.0.0.1:\(proxy.port)", login: login) { $0.proxyTunnel = tunnel }
            let client = HTTPClient(baseURL: try BaseURL(server.url), transport: transport)
            let failed = await failure { () async throws(APIError) in try await client.get("x") }
            #expect(failed?.code == .proxyLoginRefused, "\(String(describing: failed))")
            #expect(failed?.description.contains("wr0ng") == false)
        }
        #expect(server.requestCount == 0)
    }

    @Test func `a SOCKS proxy looks up names, and refuses a login in its own way`() async throws {
        let server = try LoopbackServer { .arrival($0) }
        let proxy = try await ProxyProgram.microsocks(login: ("jane", "s3cret"))
        let url = "socks5h://127.0.0.1:\(proxy.port)"
        let request = WireRequest(origin: "http://localhost:\(server.port)", target: "/", deadline: .now + .seconds(60))
        let response = try await transport(url, login: "jane:s3cret").send(request)
        #expect(response.status == 200 && !response.text.contains("s3cret"))
        for login in [nil, "jane:wr0ng"] {
            let wrong = try transport(url, login: login)
            let failed = await failure { () async throws(APIError) in try await wrong.send(request) }
            #expect(failed?.code == .proxyLoginRefused, "\(String(describing: failed))")
        }
        #expect(server.requestCount == 1)
    }

    @Test func `a server that the proxy can't reach is no connection, and may be tried again`() async throws {
        let server = try LoopbackServer { _ in 200 }
        server.refuse()
        let socks = try await ProxyProgram.microsocks()
        let http = try await ProxyProgram.tinyproxy()
        for url in ["socks5h://127.0.0.1:\(socks.port)", "http://127.0.0.1:\(http.port)"] {
            let transport = try transport(url)
            let request = server.request(.post, body: .text("1"))
            let failed = await failure { () async throws(APIError) in try await transport.send(request) }
            #expect(failed?.code == .connectionFailed, "\(String(describing: failed))")
            #expect(failed?.mayHaveReachedServer == false)
        }
    }

    /// A captive portal, say.
    @Test(arguments: ["http", "https"])
    func `a proxy that answers CONNECT with a page is no server`(scheme: String) async throws {
        let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 17\r\n\r\n<html>Hi!</html>\n"
        let portal = try LoopbackServer { _ in .raw(Array(page.utf8)) }
        let transport = try transport(String(portal.url.dropLast()))
        let request = WireRequest(
            origin: "\(scheme)://backoffice.test",
            target: "/",
            headers: ["Authorization": "Bearer t0ken"],
            deadline: .now + .seconds(60)
        )
        let failed = await failure { () async throws(APIError) in try await transport.send(request) }
        let codes: [APIError.Code] = scheme == "https" ? [.tlsFailed] : [.invalidResponse, .connectionLost]
        #expect(failed.map { codes.contains($0.code) } == true, "\(String(describing: failed))")
        #expect(failed?.description.contains("t0ken") == false)
    }

    @Test(.needs(.openssl)) func `a proxy that is spoken to by TLS is verified like a server`() async throws {
        let tls = try await TLSServer.openssl([])
        let port = try #require(tls.port)
        for authority in [nil, tls.authority.file("root.pem")] {
            let transport = try transport("https://127.0.0.1:\(port)") { $0.caFile = authority }
            // With the authority it gets as far as CONNECT, which this server never answers.
            let request = WireRequest(origin: "http://backoffice.test", target: "/", deadline: .now + .seconds(2))
            let failed = await failure { () async throws(APIError) in try await transport.send(request) }
            #expect(failed?.tlsFailure == (authority == nil ? .unknownAuthority : nil), "\(String(describing: failed))")
            #expect(failed?.mayHaveReachedServer == false)
        }
    }

    @Test func `hosts in noProxy are connected to directly`() async throws {
        let server = try LoopbackServer { .arrival($0) }
        let spy = try LoopbackServer { _ in 403 }
        let transport = try transport(String(spy.url.dropLast())) { $0.noProxy = ["127.0.0.0/8"] }
        #expect(try await transport.send(server.request()).status == 200)
        #expect(spy.requestCount == 0)
    }
}
