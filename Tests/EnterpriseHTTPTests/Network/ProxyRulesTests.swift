import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct ProxyRulesTests {
    private func proxy(for origin: String, _ variables: [String: String], noProxy: [String] = []) throws -> String? {
        var options = TransportOptions()
        options.proxy = .fromEnvironment
        options.noProxy = noProxy
        let rules = try ProxyRules(options, environment: ProcessEnvironment(variables: variables))
        return rules.proxy(for: origin)?.url
    }

    @Test(
        arguments: [
            (["http_proxy": "http://a:1"], "http://a:1", String?.none),
            (["HTTP_PROXY": "http://a:1"], "http://a:1", nil),
            (["https_proxy": "http://a:1"], nil, "http://a:1"), (["HTTPS_PROXY": "b:2"], nil, "http://b:2"),
            (["all_proxy": "socks5h://a:1"], "socks5h://a:1", "socks5h://a:1"),
            (["ALL_PROXY": "http://a:1", "http_proxy": "http://b:2"], "http://b:2", "http://a:1"),
            (["http_proxy": "http://a:1", "HTTP_PROXY": "http://b:2"], "http://a:1", nil),
            (["http_proxy": "", "HTTP_PROXY": "http://b:2"], "http://b:2", nil), ([:], nil, nil),
            (["REQUEST_METHOD": "GET", "HTTP_PROXY": "http://evil:1"], nil, nil),
        ] as [([String: String], String?, String?)]
    )
    func `the environment's variables are read in both cases of letters`(
        variables: [String: String],
        plain: String?,
        secure: String?
    ) throws {
        #expect(try proxy(for: "http://server", variables) == plain)
        #expect(try proxy(for: "https://server", variables) == secure)
    }

    @Test(arguments: [
        ("*", "http://any.example", true), ("example.com", "http://example.com", true),
        ("example.com", "http://a.b.example.com:81", true), ("example.com", "http://badexample.com", false),
        (".example.com", "https://a.example.com", true), ("*.example.com", "https://a.example.com", true),
        ("EXAMPLE.com.", "http://example.com", true), ("example.com:8080", "http://example.com:8080", true),
        ("example.com:8080", "http://example.com", false), ("example.com:443", "https://example.com", true),
        ("10.0.0.0/8", "http://10.255.0.1", true), ("10.0.0.0/8", "http://11.0.0.1", false),
        ("10.1.2.128/25", "http://10.1.2.129", true), ("10.1.2.128/25", "http://10.1.2.127", false),
        ("fd00::/8", "http://[fd12::1]:80", true), ("fd00::/8", "http://[fe80::1]", false),
        ("[::1]", "http://[::1]", true), ("::1", "http://[0:0:0:0:0:0:0:1]", true),
        ("127.0.0.1", "http://127.0.0.1:9", true),
        ("[::1]:80", "http://[::1]:81", false), ("127.0.0.1:80", "http://127.0.0.1", true),
        ("0.0.0.0/0", "http://name", false), ("127.0.0.1", "http://[::ffff:127.0.0.1]", true),

    ])
    func `exceptions are names with their subdomains, addresses and networks`(
        entry: String,
        origin: String,
        isDirect: Bool
    ) throws {
        let variables = ["all_proxy": "http://p:1", "NO_PROXY": "other.test, \(entry)"]
        #expect((try proxy(for: origin, variables) == nil) == isDirect)
        #expect((try proxy(for: origin, ["all_proxy": "http://p:1"], noProxy: [entry, "x"]) == nil) == isDirect)
    }

    @Test func `a login in a variable is taken out of the address`() throws {
        var options = TransportOptions()
        options.proxy = .fromEnvironment
        let variables = ["https_proxy": "http://jane:s3%40cret@proxy:3128"]
        let rules = try ProxyRules(options, environment: ProcessEnvironment(variables: variables))
        let proxy = try #require(rules.proxy(for: "https://server"))
        #expect(proxy.url == "http://proxy:3128")
        #expect(proxy.login == .init(name: "jane", password: "s3@cret"))
    }

    @Test func `a variable that makes no sense is named, not repeated`() {
        let error = #expect(throws: TransportOptionsError.self) {
            try proxy(for: "http://server", ["http_proxy": "ftp://jane:s3cret@x"])
        }
        #expect(error?.reason == "environment variable http_proxy is no URL of a proxy")
    }

    @Test func `without being asked, nothing is read from the environment`() throws {
        let rules = try ProxyRules(
            TransportOptions(),
            environment: ProcessEnvironment(variables: ["all_proxy": "http://a:1"])
        )
        #expect(rules.proxy(for: "http://server") == nil)
    }
}
