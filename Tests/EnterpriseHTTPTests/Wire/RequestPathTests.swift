import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct RequestPathTests {
    @Test(arguments: [
        ("plain", "user/plain"), ("a/b", "user/a%2Fb"), ("a+b&c=d", "user/a%2Bb%26c%3Dd"), ("%2F", "user/%252F"),
        ("100%", "user/100%25"), ("a b?c#d", "user/a%20b%3Fc%23d"), ("ü😀", "user/%C3%BC%F0%9F%98%80"),
        ("-._~", "user/-._~"), ("a\r\nb\0", "user/a%0D%0Ab%00"), ("http://x/", "user/http%3A%2F%2Fx%2F"),
        ("...", "user/..."), ("a..b", "user/a..b"), (".a", "user/.a"), (";..", "user/%3B.."), ("%zz%", "user/%25zz%25"),
        ("a/..b/c..", "user/a%2F..b%2Fc.."),
    ])
    func `a value is one piece of a segment, every special byte encoded`(value: String, encoded: String) {
        let path: RequestPath = "user/\(value)"
        #expect(path.encoded == encoded)
        #expect(path.violation == nil)
        #expect(path.template == "user/{}")
    }

    @Test(arguments: [
        ("products", "products"), ("/products", "products"), ("a//b/", "a//b/"), ("a b", "a%20b"), ("a+b=c", "a+b=c"),
        ("50%", "50%25"), ("user:rename", "user:rename"), ("😀", "%F0%9F%98%80"), ("", ""),
    ])
    func `plain text keeps its slashes and what a path may hold`(text: String, encoded: String) {
        let path = RequestPath(text)
        #expect(path.encoded == encoded)
        #expect(path.violation == nil)
    }

    @Test(
        arguments: [
            "https://evil.example/x", "a/../b", "..", "./a", "a?b=c", "a#b",
            "user/\(String())", "user/\("..")", "\(".")/x", "files/\(segments: "a/../b")",
            "a/..%2fb", "a/..%2F..%2Fb", "%2e%2e/b", ".%2e/b", "%2E", "a/%252e%252e/b", "a/%25252e/b", "a/%%32e/b",
            "a\\..\\b", "..\\b", "a/..%5cb", "a/..;/b", "a/..;x=1/b", "a/.;/b", "a/..%3bx/b", "%2e%2e%3Bx",
            "files/\("../x")", "files/\("a/../x")", "files/\("..\\x")", "files/\("a\\..")", "files/\("..;x")",
            "files/\("%2e%2e")", "files/\("%2e%2e%2fx")", "files/\("./")", "files/\("..?x")", "files/\("..#")",
            "files/\(segments: "a/..;/b")", "files/\(segments: "a\\..\\b")", "a/\(".")\(".")/b", "a/.\(".")/b",
        ] as [RequestPath]
    )
    func `a path that would lead elsewhere has a violation`(path: RequestPath) {
        #expect(path.violation != nil)
    }

    @Test func `segments keep their slashes and encode the rest`() {
        let path: RequestPath = "files/\(segments: "2026/a b/c%.txt")/raw"
        #expect(path.encoded == "files/2026/a%20b/c%25.txt/raw")
        #expect(path.description == "files/{}/raw")
    }
}
