import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct TransportOptionsTests {
    private func problem(
        _ environment: [String: String] = [:],
        info: TransportInfo = .current,
        _ change: (inout TransportOptions) -> Void
    ) -> TransportOptionsError? {
        var options = TransportOptions()
        change(&options)
        do {
            _ = try NetworkSettings(options, environment: ProcessEnvironment(variables: environment), info: info)
            return nil
        } catch { return error }
    }

    @Test func `the defaults are fine, and find the system's authorities`() throws {
        let settings = try NetworkSettings(TransportOptions())
        #expect(settings.hasSystemAuthorities)
        #expect(settings.caFile.map { FileManager.default.isReadableFile(atPath: $0) } ?? (settings.caPath != nil))
    }

    @Test(arguments: ["caFile", "certificateFile", "keyFile", "caPath", "keyPassphrase", "proxyCredentials"])
    func `a file that is missing is named`(option: String) throws {
        let problem = problem { options in
            switch option {
            case "caFile": options.caFile = "/nowhere/x.pem"
            case "caPath": options.caPath = "/nowhere/x.pem"
            case "certificateFile": options.certificateFile = "/nowhere/x.pem"
            case "keyPassphrase": options.keyPassphrase = .file("/nowhere/x.pem")
            case "proxyCredentials":
                options.proxyCredentials = .file("/nowhere/x.pem")
                options.proxy = .url("http://127.0.0.1:1")
            default: (options.certificateFile, options.keyFile) = (#filePath, "/nowhere/x.pem")
            }
        }
        #expect(problem?.option == option)
        #expect(problem?.reason.contains("/nowhere/x.pem") == true)
    }

    @Test(
        .needs(.openssl),
        arguments: [
            ("script.pem", "client.key", "certificateFile", "holds no certificate in PEM"),
            ("expired-client.pem", "expired-client.key", "certificateFile", "has expired"),
            ("future.pem", "future.key", "certificateFile", "is not valid yet"),
            ("client.pem", "server.key", "keyFile", "does not belong to the certificate"),
            ("client.pem", "client.pem", "keyFile", "holds no private key in PEM"),
            ("client.pem", "client-locked.key", "keyFile", "is locked, and keyPassphrase does not open it"),
        ]
    )
    func `what is wrong with a certificate or key is said when the transport is made`(
        certificate: String,
        key: String,
        option: String,
        words: String
    ) throws {
        let authority = try TestAuthority.shared()
        try Data("no certificate".utf8).write(to: authority.folder.appending(path: "script.pem"))
        let problem = problem {
            $0.certificateFile = authority.file(certificate)
            $0.keyFile = authority.file(key)
        }
        #expect(problem?.option == option)
        #expect(problem?.reason == "\(authority.file(option == "keyFile" ? key : certificate)) \(words)")
    }

    @Test(.needs(.openssl)) func `a passphrase from a variable opens a key, another one does not`() throws {
        let authority = try TestAuthority.shared()
        for (passphrase, isRight) in [("s3cret", true), ("wr0ng", false)] {
            let problem = problem(["PASSPHRASE": passphrase]) {
                $0.certificateFile = authority.file("client.pem")
                $0.keyFile = authority.file("client-locked.key")
                $0.keyPassphrase = .environment("PASSPHRASE")
            }
            #expect((problem == nil) == isRight)
            #expect(problem?.description.contains(passphrase) != true)
        }
    }

    @Test func `a secret that others can read, or that is not there, is refused`() throws {
        let file = try URL.temporaryFolder("secret").appending(path: "login")
        try Data("jane:s3cret".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(problem { $0.keyPassphrase = .file(file.path) }?.reason.contains("chmod 600") == true)
        #expect(problem { $0.keyPassphrase = .environment("NONE") }?.reason == "environment variable NONE is not set")
        let noLogin = problem(["LOGIN": "s3cret"]) { $0.proxyCredentials = .environment("LOGIN") }
        #expect(noLogin?.reason == "environment variable LOGIN is no \"name:password\"")
    }

    @Test(arguments: ["", "sha256//", "sha256//abc=", "sha1//\(String(repeating: "A", count: 43))=", "a;b"])
    func `what is no pin is refused`(pin: String) {
        #expect(problem { $0.pinnedPublicKeys = [pin] }?.option == "pinnedPublicKeys")
    }

    @Test(arguments: [
        "", "proxy", "ftp://proxy:1", "http://", "http://jane:s3cret@proxy:3128", "http://proxy:0", "http://proxy/path",
        "http://proxy:99999", "socks4://proxy",
    ])
    func `what is no proxy is refused, and not repeated`(url: String) {
        let problem = problem { $0.proxy = .url(url) }
        if url == "proxy" { return #expect(problem == nil) }
        #expect(problem?.option == "proxy")
        #expect(problem?.description.contains("s3cret") == false)
    }

    @Test(arguments: [
        ("http://proxy", "http://proxy:80"), ("http://proxy:80/", "http://proxy:80"), ("https://P", "https://p:443"),
        ("socks5h://proxy", "socks5h://proxy:1080"), ("socks5://[::1]:9", "socks5://[::1]:9"),
        ("http://[::1]", "http://[::1]:80"), ("proxy:3128", "http://proxy:3128"), ("socks5h://p:80", "socks5h://p:80"),
    ])
    func `a proxy's port is its scheme's own where there is none`(text: String, url: String) {
        #expect(ProxyServer(text, allowsLogin: false)?.url == url)
    }

    @Test(arguments: [
        ("unixSocket", TransportInfo.Feature.unixSockets), ("httpVersion", .http2), ("caFile", .tls),
        ("addressFamily", .ipv6), ("proxy", .httpsProxies), ("pinnedPublicKeys", .tls),
    ])
    func `an option that this libcurl can't do is refused at the start`(
        option: String,
        feature: TransportInfo.Feature
    ) {
        let info = TransportInfo(
            version: "7.0",
            tlsLibrary: nil,
            features: Set(TransportInfo.Feature.allCases).subtracting([feature])
        )
        let problem = problem(info: info) { options in
            switch option {
            case "unixSocket": options.unixSocket = "/x"
            case "httpVersion": options.httpVersion = .v2
            case "caFile": options.caFile = "/x"
            case "addressFamily": options.addressFamily = .ipv6
            case "proxy": options.proxy = .url("https://proxy")
            default: options.pinnedPublicKeys = ["x"]
            }
        }
        #expect(problem?.description == "\(option): libcurl 7.0 was built without \(feature.rawValue)")
    }

    @Test(arguments: [
        (["a:80": []], false), (["a": ["::1"]], false), (["a:80": ["b"]], false), (["*:80": ["::1"]], false),
        (["a:80": ["::1", "127.0.0.1"]], true), (["a:0": ["::1"]], false), (["a,b:80": ["::1"]], false),
    ])
    func `addresses of hosts have one form`(resolve: [String: [String]], isFine: Bool) {
        let problem = problem { $0.resolve = resolve }
        #expect((problem == nil) == isFine && problem?.option != "other")
    }

    @Test func `a transport with options that can't be used sends nothing, and says why`() async {
        var options = TransportOptions()
        options.caFile = "/nowhere/ca.pem"
        let transport = CurlTransport(options: options)
        let failed = await failure { () async throws(APIError) in try await transport.send(.nowhere()) }
        #expect(failed?.code == .invalidConfiguration && failed?.mayHaveReachedServer == false)
        #expect(failed?.reason?.contains("/nowhere/ca.pem") == true)
        let error = #expect(throws: TransportOptionsError.self) { try CurlTransport(checking: options) }
        #expect(error?.option == "caFile")
    }

    @Test func `the library tells its version, TLS library and features`() {
        let info = TransportInfo.current
        #expect(info.version.split(separator: ".").count >= 2)
        #expect(info.tlsLibrary != nil && info.features.isSuperset(of: [.tls, .asynchronousDNS]))
        #expect(info.description.contains(info.version))
    }
}
