import EnterpriseTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct ReferenceBackendRouteTests {
    private static let lists = ["announcements", "employees", "products", "purchases"]

    @Test(arguments: lists, ReferenceBackend.Edition.allCases)
    func `a list needs a bearer and is a bare array`(path: String, edition: ReferenceBackend.Edition) throws {
        let client = try BackendClient(edition)
        let refused = try client.ask("GET", "/api/\(path)")
        #expect(refused.status == 401)
        #expect(refused.reason == "Token not authenticated.")
        let list = try client.ask("GET", "/api/\(path)", client.bearer())
        #expect(list.status == 200)
        #expect(try !list.array().isEmpty)
    }

    @Test(arguments: [nil, "", "Bearer", "Bearer ", "Bearer nonsense", "Basic", "Token %", "%", "Bearer  %"])
    func `a bearer that is missing or wrong is refused`(authorization: String?) throws {
        let client = try BackendClient()
        let token = try client.token()
        let headers = authorization.map { [("Authorization", $0.replacing("%", with: token))] } ?? []
        for path in Self.lists {
            let response = try client.ask("GET", "/api/\(path)", headers)
            #expect(response.status == 401)
            #expect(response.reason == "Token not authenticated.")
        }
        let me = try client.ask("GET", "/api/users/me", headers)
        #expect(me.status == 401)
        #expect(me.reason == "Unauthorized")
        #expect(try client.ask("GET", "/api/events", headers).status == 200, "events need none")
        let submitted = try client.ask("POST", "/api/purchases", headers, body: Array("{}".utf8))
        #expect(submitted.reason == "Token not authenticated.")
    }

    @Test func `an expired token is refused and a new login helps`() throws {
        let client = try BackendClient()
        let bearer = try client.bearer()
        #expect(try client.ask("GET", "/api/products", bearer).status == 200)
        client.backend.expireTokens()
        #expect(try client.ask("GET", "/api/products", bearer).reason == "Token not authenticated.")
        #expect(try client.ask("GET", "/api/products", client.bearer()).status == 200)
    }

    @Test func `a second login leaves the first token valid`() throws {
        let client = try BackendClient()
        let first = try client.bearer()
        _ = try client.bearer()
        #expect(try client.ask("GET", "/api/products", first).status == 200)
    }

    @Test(arguments: ReferenceBackend.Edition.allCases)
    func `every answer says application json, and no header too much`(edition: ReferenceBackend.Edition) throws {
        let client = try BackendClient(edition)
        let bearer = try client.bearer()
        for path in ["employees", "events", "users/me", "nowhere"] {
            let response = try client.ask("GET", "/api/\(path)", bearer + [("Accept-Encoding", "gzip")])
            #expect(response["Content-Type"] == "application/json; charset=utf-8")
            #expect(response.headers.map(\.name) == ["Content-Type", "Content-Length"])
        }
    }

    @Test(
        arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"],
        [
            "", "api", "api/nowhere", "api/Employees", "API/employees", "employees", "api/users", "api/employees/1",
            "api/users/me/x",
        ]
    )
    func `an unknown path is not found, whatever the method`(method: String, path: String) throws {
        let client = try BackendClient()
        let response = try client.ask(method, "/\(path)", client.bearer())
        #expect(response.status == 404)
        if method != "HEAD" { #expect(response.reason == "Not Found") }
    }

    @Test(arguments: [
        ("GET", "users/login"), ("HEAD", "users/login"), ("POST", "announcements"), ("DELETE", "employees"),
        ("PUT", "purchases"), ("POST", "users/me"), ("OPTIONS", "events"), ("PATCH", "products"),
    ])
    func `a method that a path does not have is not found either`(method: String, path: String) throws {
        let client = try BackendClient()
        let response = try client.ask(method, "/api/\(path)", client.bearer())
        #expect(response.status == 404)
        #expect(response["Allow"] == nil)
    }

    @Test func `HEAD works where GET does`() throws {
        let client = try BackendClient()
        let bearer = try client.bearer()
        for path in Self.lists + ["events", "users/me"] {
            let get = try client.ask("GET", "/api/\(path)", bearer)
            let head = try client.ask("HEAD", "/api/\(path)", bearer)
            #expect(head.bytes == Array(get.bytes.dropLast(get.body.count)))
        }
        #expect(try client.ask("HEAD", "/api/products").status == 401)
        #expect(client.backend.calls(to: .products) == 3)
    }

    @Test(arguments: ["/api/events/", "//api//events", "/api/events//", "/api/events?x=1", "/api///events/?"])
    func `slashes too many and queries are tolerated`(path: String) throws {
        #expect(try BackendClient().ask("GET", path).array().count >= 10)
    }

    @Test(arguments: ["shop", "/shop/", "/a/b", "a//b"])
    func `a path prefix moves every route`(prefix: String) throws {
        let client = try BackendClient(pathPrefix: prefix)
        let clean = prefix.split(separator: "/").joined(separator: "/")
        #expect(client.running.url == "http://127.0.0.1:\(client.running.server.port)/\(clean)/")
        #expect(try client.ask("GET", "/\(clean)/api/events").status == 200)
        #expect(try client.ask("GET", "/api/events").status == 404)
    }

    @Test func `the current edition knows no user but me, and has no name for it`() throws {
        let client = try BackendClient()
        let bearer = try client.bearer()
        let account = client.backend.accounts[0]
        let me = try #require(try client.ask("GET", "/api/users/me", bearer).json() as? [String: String])
        #expect(me == ["id": account.id, "username": account.username])
        #expect(try client.ask("GET", "/api/users/\(account.id)", bearer).reason == "Not Found")
    }

    @Test func `the older edition tells any user's name to those who signed in`() throws {
        let client = try BackendClient(.older)
        let bearer = try client.bearer()
        let account = client.backend.accounts[1]
        let user = try #require(try client.ask("GET", "/api/users/\(account.id)/", bearer).json() as? [String: String])
        #expect(user == ["id": account.id, "username": account.username, "name": account.name])
        #expect(try client.ask("GET", "/api/users/\(account.id)").reason == "Token not authenticated.")
        #expect(try client.ask("GET", "/api/users/nobody", bearer).reason == "Not Found")
        #expect(try client.ask("HEAD", "/api/users/\(account.id)", bearer).status == 200)
        #expect(try client.ask("PUT", "/api/users/\(account.id)", bearer).status == 404)
    }

    @Test(arguments: [
        "BREW / HTTP/1.1\r\nHost: h\r\n\r\n", "get /api/events HTTP/1.1\r\nHost: h\r\n\r\n", "nonsense\r\n\r\n",
        "GET /api/events\r\n\r\n", "GET /api/events HTTP/9\r\n\r\n", "\u{16}\u{3}\u{1}", "GET / HTTP/1.1\nHost: h\n\n",
    ])
    func `an unknown method or a broken line ends the connection without a byte`(bytes: String) throws {
        let backend = try ReferenceBackend.start()
        let client = try RawClient(backend.server)
        try client.send(bytes)
        #expect(try client.readToEnd().isEmpty)
    }

    @Test func `Expect gets no 100`() throws {
        let backend = try ReferenceBackend.start()
        let client = try RawClient(backend.server)
        try client.send("POST /api/purchases HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        try client.send("{}")
        #expect(try client.response().status == 401)
    }

    @Test func `a route can be made to answer anything`() throws {
        let client = try BackendClient()
        let bearer = try client.bearer()
        let html = ServerResponse(status: 502, headers: ["Content-Type": "text/html"], body: Array("<html>".utf8))
        client.backend.override(.announcements, with: html)
        #expect(try client.ask("GET", "/api/announcements", bearer).text == "<html>")
        #expect(try client.ask("GET", "/api/announcements").status == 502, "whoever asks")
        client.backend.override(.announcements, with: .failure(500, reason: "Something went wrong."))
        #expect(try client.ask("GET", "/api/announcements", bearer).reason == "Something went wrong.")
        client.backend.override(.announcements, with: nil)
        #expect(try client.ask("GET", "/api/announcements", bearer).array().count >= 8)
        #expect(client.backend.calls(to: .announcements) == 4)
        #expect(client.backend.calls(to: .login) == 1)
        #expect(client.backend.calls(to: .unknown) == 0)
    }

    @Test func `it answers without a socket`() {
        let backend = ReferenceBackend()
        #expect(backend.handle(ServerRequest(target: "/api/events")).status == 200)
        #expect(backend.handle(ServerRequest(method: "DELETE", target: "/api/events")).status == 404)
    }
}
