import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct RequestedURLTests {
    private func resolve(_ link: String, base: String = "http://a:8080", from target: String) throws -> String {
        let requested = RequestedURL(baseURL: try BaseURL(base), target: target)
        let (path, query) = try requested.resolve(link)
        return path + (query.isEmpty ? "" : "?\(query)")
    }

    /// The examples of RFC 3986 section 5.4 that stay on the server, without their fragments.
    @Test(arguments: [
        ("g", "b/c/g"), ("./g", "b/c/g"), ("g/", "b/c/g/"), ("/g", "g"), ("?y", "b/c/d;p?y"), ("g?y", "b/c/g?y"),
        ("#s", "b/c/d;p?q"), ("g#s", "b/c/g"), ("g?y#s", "b/c/g?y"), (";x", "b/c/;x"), ("g;x", "b/c/g;x"),
        ("g;x?y#s", "b/c/g;x?y"), ("", "b/c/d;p?q"), (".", "b/c/"), ("./", "b/c/"), ("..", "b/"), ("../", "b/"),
        ("../g", "b/g"), ("../..", ""), ("../../", ""), ("../../g", "g"), ("../../../g", "g"), ("../../../../g", "g"),
        ("/./g", "g"), ("/../g", "g"), ("g.", "b/c/g."), (".g", "b/c/.g"), ("g..", "b/c/g.."), ("..g", "b/c/..g"),
        ("./../g", "b/g"), ("./g/.", "b/c/g/"), ("g/./h", "b/c/g/h"), ("g/../h", "b/c/h"), ("g;x=1/./y", "b/c/g;x=1/y"),
        ("g;x=1/../y", "b/c/y"), ("g?y/./x", "b/c/g?y/./x"), ("g?y/../x", "b/c/g?y/../x"),
        ("//a:8080/g", "g"), ("http://a:8080/g?x=http://b/", "g?x=http://b/"), ("HTTP://A:8080", ""),
        ("http://a:8080?q", "?q"),
        ("/x:y/%2F%20+?a=b+c%20d&e&&f=", "x:y/%2F%20+?a=b+c%20d&e&&f="), ("//a:8080//g//h", "/g//h"),
    ])
    func `a link is resolved byte for byte`(link: String, result: String) throws {
        #expect(try resolve(link, from: "/b/c/d;p?q") == result)
    }

    @Test(arguments: [
        ("?page=2", "users?page=2"), ("users?page=2", "users?page=2"), ("/api/users", "users"), ("/api/", ""),
        ("https://h/api/x", "x"), ("https://h:443/api//x", "/x"),
    ])
    func `the client's own path is left out`(link: String, result: String) throws {
        #expect(try resolve(link, base: "https://h/api/", from: "/api/users?page=1") == result)
    }

    @Test(arguments: [
        "https://evil.example/api/users", "//evil.example/api/users", "http://h/api/users", "https://h:8443/api/users",
        "https://user:secret@h/api/users", "https://h@evil.example/api/", "https://h.evil.example/api/",
        "https:///api/x",
        "https:/api/x", "https:x", "ftp://h/api/x", "javascript:alert(1)", "mailto:a@h", "urn:x", "x:y", "../other",
        "/users?page=2", "/api", "/api/../users", "/apis/x", "https://h", "/api/ x", "/api/ü", "/api/\r\nX: y",
        "https://h\\@evil/",
        "https://[::1", "//",
    ])
    func `a link that leads elsewhere is refused, and not repeated`(link: String) throws {
        let error = #expect(throws: APIError.self) {
            try resolve(link, base: "https://h/api/", from: "/api/users?page=1")
        }
        #expect(error?.code == .invalidRequest)
        #expect(error?.description.contains("secret") == false)
    }

    @Test func `a refusal names the servers`() {
        let error = #expect(throws: APIError.self) { try resolve("http://h/x?token=1", base: "https://h", from: "/x") }
        #expect(error?.reason == "the link to the next page leads to http://h, and this client belongs to https://h")
    }

    @Test func `escaped dot segments are a violation, other encoded paths stay as they are`() {
        for encoded in [
            "a/%2e%2E/b", "%2e/x", "..", ".%2e", "..%2fx", "a%2f..%5Cx", "a\\..", "..;a", "%252e%252e", "%2e%2e%3b",
            "%ff/%2e",
        ] {
            #expect(RequestPath(encoded: encoded, template: "x").violation != nil)
        }
        for encoded in ["", "/a", "a%2Fb%2f/c+d;e", "...", "%2e%2e%2e", "%ZZ", "%", "%2", "a;..", "%ff..", "v1.2/a.b"] {
            let path = RequestPath(encoded: encoded, template: "x/{}")
            #expect(path.violation == nil && path.encoded == encoded && path.description == "x/{}")
        }
    }

    @Test(arguments: ["", "a=b+c%20d&e&&f=&=g&%zz=%", "page=2", "&", "="])
    func `a query that is encoded stays as it is until its items are changed`(encoded: String) {
        var query = Query(encoded: encoded)
        #expect(query.encoded == encoded)
        query.items.append(.init(name: "x", value: "y z"))
        #expect(query.encoded.hasSuffix("x=y%20z"))
    }

    @Test func `the items of an encoded query are decoded`() {
        let items = Query(encoded: "a=b+c%20d%2B&e").items
        #expect(items == [.init(name: "a", value: "b c d+"), .init(name: "e", value: "")])
    }
}
