import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseAPI

@Suite(.serialized) struct ConfigurationNetworkTests {
    private static let rest = """
        "server":"https://backoffice.test","debug":false,
        "ui":{"button":{"cornerRadius":5,"borderWidth":1}},"rules":{"maxPOExpense":10000}
        """

    private func text(_ network: String) -> String { "{\(Self.rest),\n \"network\": \(network)}" }

    private func load(_ network: String, file: String = "test.json") throws(ConfigurationError) -> TransportOptions {
        try Configuration.load(from: Data(text(network).utf8), file: file).network
    }

    @Test func `without the section, and with an empty one, all is as by default`() throws {
        #expect(try Configuration.load(from: Data("{\(Self.rest)}".utf8)).network == TransportOptions())
        #expect(try load("{}") == TransportOptions())
    }

    @Test func `every option is read by its own name`() throws {
        let pin = "sha256//\(Data(repeating: 1, count: 32).base64EncodedString())"
        let options = try load(
            """
            {"connectTimeout": 1.5, "firstByteTimeout": 2, "stallTimeout": null, "maxResponseBytes": 1, "maxHeaderBytes": 2,
             "maxConnectionsPerHost": 3, "maxConnections": 4, "maxWaiting": 5, "maxConnectionIdleTime": 6,
             "caFile": "/ca", "caPath": "/cas", "certificateFile": "/crt", "keyFile": "/key",
             "keyPassphrase": {"file": "/pass"}, "pinnedPublicKeys": ["\(pin)"], "minimumVersion": "1.3",
             "httpVersion": "1.1", "proxy": "socks5h://proxy:1080", "proxyCredentials": {"environment": "LOGIN"},
             "proxyTunnel": false, "noProxy": ["*.test", "10.0.0.0/8"], "resolve": {"a.test:443": ["::1", "127.0.0.1"]},
             "interface": "lo", "dnsCacheTime": 0, "addressFamily": "ipv4"}
            """
        )
        var expected = TransportOptions()
        expected.connectTimeout = .seconds(1.5)
        expected.firstByteTimeout = .seconds(2)
        expected.stallTimeout = nil
        expected.maxResponseBytes = 1
        expected.maxHeaderBytes = 2
        expected.maxConnectionsPerHost = 3
        expected.maxConnections = 4
        expected.maxWaiting = 5
        expected.maxConnectionIdleTime = .seconds(6)
        (expected.caFile, expected.caPath) = ("/ca", "/cas")
        (expected.certificateFile, expected.keyFile) = ("/crt", "/key")
        expected.keyPassphrase = .file("/pass")
        expected.pinnedPublicKeys = [pin]
        expected.minimumVersion = .v1_3
        expected.httpVersion = .v1_1
        expected.proxy = .url("socks5h://proxy:1080")
        expected.proxyCredentials = .environment("LOGIN")
        expected.proxyTunnel = false
        expected.noProxy = ["*.test", "10.0.0.0/8"]
        expected.resolve = ["a.test:443": ["::1", "127.0.0.1"]]
        expected.interface = "lo"
        expected.dnsCacheTime = .zero
        expected.addressFamily = .ipv4
        #expect(options == expected)
        #expect(try load(#"{"unixSocket": "/s", "proxy": "none"}"#).unixSocket == "/s")
        #expect(try load(#"{"proxy": "fromEnvironment"}"#).proxy == .fromEnvironment)
    }

    @Test func `no option is left out`() throws {
        let names = Mirror(reflecting: TransportOptions()).children.compactMap(\.label)
        let error = try #require(throws: ConfigurationError.self) { try load(#"{"unknown": 1}"#) }
        let known = error.expected.dropFirst("one of ".count).components(separatedBy: ", ")
        #expect(Set(known) == Set(names))
    }

    @Test(arguments: [
        (#"{"caFlie": "/x"}"#, ConfigurationError.Code.unknownKey, "network.caFlie"),
        (#"{"insecure": true}"#, .unknownKey, "network.insecure"), (#"{"caFile": 5}"#, .wrongType, "network.caFile"),
        (#"{"caFile": ""}"#, .invalidValue, "network.caFile"), (#"{"caFile": null}"#, .wrongType, "network.caFile"),
        (#"{"minimumVersion": "1.1"}"#, .invalidValue, "network.minimumVersion"),
        (#"{"httpVersion": 2}"#, .wrongType, "network.httpVersion"),
        (#"{"keyPassphrase": "s3cret"}"#, .wrongType, "network.keyPassphrase"),
        (#"{"keyPassphrase": {"value": "s3cret"}}"#, .invalidValue, "network.keyPassphrase"),
        (#"{"keyPassphrase": {"file": "/x", "environment": "X"}}"#, .invalidValue, "network.keyPassphrase"),
        (#"{"pinnedPublicKeys": "x"}"#, .wrongType, "network.pinnedPublicKeys"),
        (#"{"pinnedPublicKeys": ["s3cret"]}"#, .invalidValue, "network.pinnedPublicKeys"),
        (#"{"proxy": "http://jane:s3cret@proxy:3128"}"#, .invalidValue, "network.proxy"),
        (#"{"proxy": "ftp://proxy"}"#, .invalidValue, "network.proxy"),
        (#"{"noProxy": ["a b"]}"#, .invalidValue, "network.noProxy"),
        (#"{"noProxy": [1]}"#, .wrongType, "network.noProxy"),
        (#"{"resolve": {"a": ["::1"]}}"#, .invalidValue, "network.resolve"),
        (#"{"unixSocket": "/s", "proxy": "http://p"}"#, .invalidValue, "network.unixSocket"),
        (#"{"connectTimeout": -1}"#, .invalidValue, "network.connectTimeout"),
        (#"{"maxWaiting": 1.5}"#, .invalidValue, "network.maxWaiting"), ("[]", .wrongType, "network"),
        (#"{"proxyTunnel": 1}"#, .wrongType, "network.proxyTunnel"),
    ])
    func `what is wrong is named, and not repeated`(
        network: String,
        code: ConfigurationError.Code,
        keyPath: String
    ) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(network) }
        #expect(error.code == code)
        #expect(error.keyPath == keyPath)
        #expect(error.line == 3)
        #expect(!String(reflecting: error).contains("s3cret"))
    }

    @Test func `the place of the key is told`() throws {
        let network = "{ \"caFile\": \"/\\\"{[,\",\n\n    \"no\\u0050roxy\" : {} }"
        let error = try #require(throws: ConfigurationError.self) { try load(network) }
        #expect(
            error.description
                == "test.json:5:5: network.noProxy: has the wrong type: expected an array of strings, found an object"
        )
        let first = try #require(throws: ConfigurationError.self) { try load(#"{"proxy": 1}"#) }
        #expect((first.line, first.column) == (3, 14))
    }

    @Test func `a relative path is below the folder of the file`() throws {
        let options = try load(
            #"{"caFile": "certs/ca.pem", "keyPassphrase": {"file": "p"}, "keyFile": "/k"}"#,
            file: "/etc/app/c.json"
        )
        #expect(options.caFile == "/etc/app/certs/ca.pem")
        #expect(options.keyPassphrase == .file("/etc/app/p"))
        #expect(options.keyFile == "/k")
    }

    @Test func `a file that can't be used is an error when the configuration is loaded`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "configuration.json")
        try Data(text(#"{"caFile": "ca.pem"}"#).utf8).write(to: url)
        let missing = try #require(throws: ConfigurationError.self) { try Configuration.load(from: url) }
        #expect(missing.code == .invalidValue && missing.keyPath == "network.caFile")
        #expect(missing.description.contains("\(folder.path)/ca.pem"))
        try Data("no certificate".utf8).write(to: folder.appending(path: "ca.pem"))
        let broken = try #require(throws: ConfigurationError.self) { try Configuration.load(path: url.path) }
        #expect(broken.description.hasSuffix("ca.pem holds no certificate in PEM"))
    }

    @Test func `an API goes by the section`() async throws {
        let backend = try ReferenceBackend.start()
        var configuration = try Configuration.load(from: Data("{\(Self.rest)}".utf8))
        configuration.server = try BaseURL("http://backoffice.test:\(backend.server.port)")
        configuration.network.resolve = ["backoffice.test:\(backend.server.port)": ["127.0.0.1"]]
        let api = API(configuration: configuration)
        _ = try await api.events()
        await api.close()
        configuration.network.caFile = "/nowhere"
        let broken = API(configuration: configuration)
        await #expect(throws: APIError.self) { try await broken.events() }
        await broken.close()
    }
}
