import EnterpriseHTTP
import Foundation
import Testing

@Suite(.serialized) struct BaseURLTests {
    @Test(arguments: [
        ("http://localhost:8080/", "http://localhost:8080", ""),
        ("http://localhost:8080", "http://localhost:8080", ""),
        ("HTTP://LocalHost:80//", "http://localhost", ""),
        ("https://example.com:443/a/b/", "https://example.com", "/a/b"),
        ("https://example.com:80/A", "https://example.com:80", "/A"),
        ("http://127.0.0.1:1/x", "http://127.0.0.1:1", "/x"),
        ("http://[::1]:65535/x/", "http://[::1]:65535", "/x"),
        ("https://[2001:DB8::A]", "https://[2001:db8::a]", ""),
        ("http://my_service-1.internal./%20/~a;b=1", "http://my_service-1.internal.", "/%20/~a;b=1"),
        ("http://xn--bcher-kva.example/...", "http://xn--bcher-kva.example", "/..."),
        ("http://3com.example", "http://3com.example", ""),
    ])
    func `an absolute http URL is brought into its normal form`(text: String, origin: String, prefix: String) throws {
        let base = try BaseURL(text)
        #expect(base.origin == origin)
        #expect(base.pathPrefix == prefix)
        #expect(base.description == origin + prefix)
        #expect(base.url.absoluteString == origin + prefix + "/")
        #expect(try BaseURL(base.description) == base)
    }

    @Test(arguments: [
        ("", "http://"), ("localhost:8080", "http://"), ("//localhost", "http://"), ("/a", "http://"),
        ("ftp://localhost", "http://"), ("http:/localhost", "http://"), ("ws://http://a", "http://"),
        ("http://", "host"), ("http:///a", "host"), ("http://:80", "host"), ("http://.", "host"),
        ("http://a..b", "host"), ("http://256.1.1.1", "host"), ("http://1.2.3", "host"), ("http://a.1", "host"),
        ("http://::1", "host"), ("http://[::1", "host"), ("http://[]", "host"), ("http://[fe80::1%25eth0]", "host"),
        ("http://[1.2.3.4]", "host"), ("http://a%41", "host"), ("http://a\\b", "host"), ("http://a,b", "host"),
        ("http://\(String(repeating: "a", count: 64))", "host"),
        ("http://a:", "port"), ("http://a:0", "port"), ("http://a:65536", "port"), ("http://a:+1", "port"),
        ("http://a:8o", "port"), ("http://[::1]8", "port"), ("http://a:1:2", "port"),
        ("http://user@a", "user"), ("http://:@a", "user"),
        ("http://a?", "query"), ("http://a/b?c=d", "query"), ("http://a#", "fragment"),
        (" http://a", "spaces"), ("http://a\n", "spaces"), ("http://a/b c", "spaces"), ("http://a/\u{7F}", "spaces"),
        ("http://bücher.example", "ASCII"), ("http://a/é", "ASCII"), ("http://１.2.3.4", "ASCII"),
        ("http://a/%zz", "path"), ("http://a/<b>", "path"), ("http://a/b\\c", "path"), ("http://a/%", "path"),
        ("http://a/./b", "\"..\""), ("http://a/..", "\"..\""), ("http://a/%2E%2e/b", "\"..\""),
        ("http://a/../", "\"..\""),
    ])
    func `anything else is refused, and the error says what was expected`(text: String, word: String) throws {
        let error = try #require(throws: BaseURL.Invalid.self) { try BaseURL(text) }
        #expect(error.expected.hasPrefix("an absolute http or https URL"))
        #expect(error.expected.split(separator: "\", ", maxSplits: 1).last?.contains(word) == true)
    }

    @Test(arguments: ["http://jane:s3cret@a", "http://jane:s3c/ret@a", "http://jane:s3cret@a?q", "jane:s3cret@a"])
    func `a password is never repeated`(text: String) throws {
        let error = try #require(throws: BaseURL.Invalid.self) { try BaseURL(text) }
        #expect(!"\(error)\(String(reflecting: error))".contains("s3c"))
    }
}
