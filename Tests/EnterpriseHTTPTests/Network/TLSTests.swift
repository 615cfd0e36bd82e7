import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .needs(.openssl, .nginx)) struct TLSTests {
    private let backend = Result { try LoopbackServer { .arrival($0) } }

    private func nginx(_ certificate: String = "server", _ directives: String = "") async throws -> TLSServer {
        try await .nginx(certificate, before: backend.get().port, directives)
    }

    @Test func `a private authority is trusted when it is named`() async throws {
        let server = try await nginx()
        let response = try await CurlTransport(options: server.options()).send(server.request())
        #expect(response.status == 200)
    }

    @Test func `a server is not trusted otherwise, and no option changes that`() async throws {
        let server = try await nginx()
        let failed = await server.failure { $0.caFile = nil }
        #expect(failed?.code == .tlsFailed && failed?.tlsFailure == .unknownAuthority)
        #expect(failed?.mayHaveReachedServer == false)
        #expect(try backend.get().requestCount == 0)
        let names = Mirror(reflecting: TransportOptions()).children.compactMap(\.label).map { $0.lowercased() }
        #expect(!names.contains { $0.contains("verif") || $0.contains("insecure") || $0.contains("trustall") })
    }

    @Test(arguments: [
        ("expired", "good.test", TLSFailure.expired), ("future", "good.test", .notYetValid),
        ("unknown", "good.test", .unknownAuthority), ("server", "evil.test", .wrongHost),
        ("server", "127.0.0.2", .wrongHost),
    ])
    func `what is wrong with a certificate is told apart`(
        certificate: String,
        host: String,
        expected: TLSFailure
    ) async throws {
        let server = try await nginx(certificate)
        let failed = await server.failure(host: host)
        #expect(failed?.code == .tlsFailed)
        #expect(failed?.tlsFailure == expected, "\(String(describing: failed))")
        #expect(failed?.isRetryable == false && failed?.mayHaveReachedServer == false)
    }

    @Test func `an own authority stands in the system's place, not beside it`() async throws {
        let server = try await nginx()
        #expect(
            await server.failure { $0.caFile = server.authority.file("stranger.pem") }?.tlsFailure == .unknownAuthority
        )
    }

    @Test func `a directory of authorities is trusted`() async throws {
        let server = try await nginx()
        let folder = try URL.temporaryFolder("capath")
        let hash = Process()
        hash.executableURL = URL(filePath: "/bin/bash")
        hash.arguments = [
            "-c", "cp '\(server.authority.file("root.pem"))' \(folder.path)/r.pem && openssl rehash \(folder.path)",
        ]
        try hash.run()
        hash.waitUntilExit()
        let failed = await server.failure {
            $0.caFile = nil
            $0.caPath = folder.path
        }
        #expect(failed == nil)
    }

    @Test func `a pinned key is accepted, also as one of several`() async throws {
        let server = try await nginx()
        let pins = try [server.authority.pin("next"), server.authority.pin("server")]
        #expect(await server.failure { $0.pinnedPublicKeys = pins } == nil)
    }

    @Test(arguments: ["next", "intermediate"])
    func `another key is refused, also that of the intermediate authority`(name: String) async throws {
        let server = try await nginx()
        let pin = try server.authority.pin(name)
        #expect(await server.failure { $0.pinnedPublicKeys = [pin] }?.tlsFailure == .pinMismatch)
        #expect(try backend.get().requestCount == 0)
    }

    @Test func `a pin does not stand in for an authority`() async throws {
        let server = try await nginx("expired")
        let pin = try server.authority.pin("server")
        #expect(await server.failure { $0.pinnedPublicKeys = [pin] }?.tlsFailure == .expired)
    }

    @Test func `a client certificate is shown, its key locked or not`() async throws {
        let authority = try TestAuthority.shared()
        let server = try await nginx(
            "server",
            "ssl_verify_client on; ssl_verify_depth 3; ssl_client_certificate \(authority.file("authorities.pem"));"
        )
        let secret = try URL.temporaryFolder("secret").appending(path: "passphrase")
        try Data("s3cret\n".utf8).write(to: secret)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
        for key in ["client.key", "client-locked.key"] {
            let options = server.options {
                $0.certificateFile = authority.file("client-chain.pem")
                $0.keyFile = authority.file(key)
                if key == "client-locked.key" { $0.keyPassphrase = .file(secret.path) }
            }
            let response = try await CurlTransport(checking: options).send(server.request())
            #expect(response.text.lowercased().contains("x-client: cn=client"))
        }
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func `a server that refuses the client certificate says so`(version: String) async throws {
        let authority = try TestAuthority.shared()
        let server = try await TLSServer.openssl([
            "-Verify", "3", "-verify_return_error", "-CAfile", authority.file("authorities.pem"),
            "-CRL", authority.file("all.crl"), "-crl_check", version,
        ])
        func failure(_ name: String) async -> TLSFailure? {
            await server.failure {
                $0.certificateFile = authority.file("\(name).pem")
                $0.keyFile = authority.file("\(name.replacing("-chain", with: "")).key")
            }?.tlsFailure
        }
        #expect(await failure("client-chain") == nil)
        #expect(await failure("revoked-chain") == .clientCertificateRefused)
        #expect(await failure("unknown") == .clientCertificateRefused)
        #expect(await server.failure()?.mayHaveReachedServer == false)
        // TLS 1.2 has no alert of its own for it.
        #expect(
            await server.failure()?.tlsFailure
                == (version == "-tls1_3" ? .clientCertificateRequired : .handshakeFailed)
        )
    }

    @Test func `a server without a version that is accepted is told apart`() async throws {
        let server = try await nginx("server", "ssl_protocols TLSv1.2;")
        #expect(await server.failure() == nil)
        #expect(await server.failure { $0.minimumVersion = .v1_3 }?.tlsFailure == .protocolVersion)
        let old = try await TLSServer.openssl(["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        #expect(await old.failure()?.tlsFailure == .protocolVersion)
    }

    @Test func `a server that does not speak TLS is a broken handshake`() async throws {
        let server = try LoopbackServer { _ in 200 }
        let request = WireRequest(
            origin: "https://127.0.0.1:\(server.port)",
            target: "/",
            deadline: .now + .seconds(60)
        )
        let failed = await failure { () async throws(APIError) in try await CurlTransport().send(request) }
        #expect(failed?.code == .tlsFailed && failed?.tlsFailure == .handshakeFailed)
        #expect(failed?.mayHaveReachedServer == false)
    }

    @Test func `rotated files are picked up by new connections`() async throws {
        let authority = try TestAuthority.shared()
        let server = try await nginx(
            "server",
            "ssl_verify_client optional_no_ca; keepalive_timeout 0;"
        )
        let folder = try URL.temporaryFolder("rotated")
        func put(_ source: String, at name: String) throws {
            try Data(contentsOf: authority.folder.appending(path: source))
                .write(to: folder.appending(path: name), options: .atomic)
        }
        try put("stranger.pem", at: "ca")
        try put("client.pem", at: "crt")
        try put("client.key", at: "key")
        let transport = try CurlTransport(
            checking: server.options {
                $0.caFile = folder.appending(path: "ca").path
                $0.certificateFile = folder.appending(path: "crt").path
                $0.keyFile = folder.appending(path: "key").path
            }
        )
        let request = server.request()
        let before = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(before?.tlsFailure == .unknownAuthority)
        try put("root.pem", at: "ca")
        #expect(try await transport.send(request).text.lowercased().contains("x-client: cn=client"))
        try put("revoked.pem", at: "crt")
        try put("revoked.key", at: "key")
        #expect(try await transport.send(request).text.lowercased().contains("x-client: cn=revoked"))
        try put("stranger.pem", at: "ca")
        let after = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(after?.tlsFailure == .unknownAuthority)
    }
}
