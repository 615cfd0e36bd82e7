import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct ReferenceBackendLoginTests {
    private static func basic(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    private func login(_ client: BackendClient, _ authorization: String?) throws -> RawResponse {
        try client.ask("POST", "/api/users/login", authorization.map { [("Authorization", $0)] } ?? [])
    }

    @Test func `the current edition answers a token and the user`() throws {
        let client = try BackendClient()
        let account = client.backend.accounts[0]
        let response = try login(client, "Basic \(Self.basic("\(account.username):\(account.password)"))")
        #expect(response.statusLine == "HTTP/1.1 200 OK")
        let object = try response.object()
        #expect(Set(object.keys) == ["token", "user"])
        let user = try #require(object["user"] as? [String: String])
        #expect(user == ["id": account.id, "username": "jane.doe"])
    }

    @Test func `the older edition answers a token with ids of its own and the user's`() throws {
        let client = try BackendClient(.older)
        let account = client.backend.accounts[0]
        let response = try login(client, "Basic \(Self.basic("\(account.username):\(account.password)"))")
        let object = try #require(try response.json() as? [String: String])
        #expect(Set(object.keys) == ["id", "token", "userID"])
        #expect(object["userID"] == account.id)
        #expect(object["id"].flatMap(UUID.init) != nil)
    }

    @Test func `a token is base64 of 16 bytes with plus, slash and padding`() throws {
        let client = try BackendClient()
        let first = try client.token()
        #expect(Data(base64Encoded: first)?.count == 16)
        for character in "+/=" { #expect(first.contains(character)) }
        #expect(try client.token() != first, "each login has its own")
    }

    @Test func `some answers escape the token's slash and some do not`() throws {
        let client = try BackendClient()
        let account = client.backend.accounts[0]
        let authorization = "Basic \(Self.basic("\(account.username):\(account.password)"))"
        let texts = try (0..<8).map { _ in try login(client, authorization).text }
        #expect(texts.contains { $0.contains("\\/") })
        #expect(texts.contains { !$0.contains("\\/") })
        #expect(Set(texts.map { $0.prefix(7) }).count > 1, "keys come in no fixed order")
    }

    @Test func `every account signs in, whatever its password is made of`() throws {
        let client = try BackendClient()
        #expect(client.backend.accounts.count >= 3)
        #expect(
            client.backend.accounts.contains { $0.password.contains(":") && !$0.password.utf8.allSatisfy { $0 < 128 } }
        )
        for (index, account) in client.backend.accounts.enumerated() {
            let token = try client.token(index)
            let me = try client.ask("GET", "/api/users/me", [("Authorization", "Bearer \(token)")]).object()
            #expect(me["username"] as? String == account.username)
        }
    }

    @Test(arguments: [
        nil, "", "Basic", "Basic ", "Basic %%%%", "Basic \(basic("jane.doe"))", "Basic \(basic("jane.doe:wrong"))",
        "Basic \(basic("nobody:correct horse battery"))", "Basic \(basic(":correct horse battery"))",
        "Basic \(basic("jane.doe:"))", "Basic \(basic(":"))", "Bearer \(basic("jane.doe:correct horse battery"))",
        // The same text in another normal form is another password.
        "Basic \(basic("zoë:l'e\u{301}te\u{301}"))",
        // Without its padding.
        "Basic \(basic("ravi.menon:tide:tables:2026 – çà et là").filter { $0 != "=" })",
    ])
    func `wrong credentials are refused`(authorization: String?) throws {
        let client = try BackendClient()
        let response = try login(client, authorization)
        #expect(response.status == 401)
        #expect(response.reason == "Unauthorized")
        #expect(response["WWW-Authenticate"] == nil)
    }

    @Test func `the table of wrong credentials has one with padding to lose`() throws {
        #expect(Self.basic("ravi.menon:tide:tables:2026 – çà et là").hasSuffix("="))
        #expect(
            try login(BackendClient(), "Basic \(Self.basic("ravi.menon:tide:tables:2026 – çà et là"))").status == 200
        )
    }

    @Test(
        arguments: [("basic", "bearer"), ("BASIC", "BEARER"), ("Basic", "Bearer")],
        ReferenceBackend.Edition.allCases
    )
    func `the older edition alone minds the case of a scheme`(
        schemes: (basic: String, bearer: String),
        edition: ReferenceBackend.Edition
    ) throws {
        let client = try BackendClient(edition)
        let account = client.backend.accounts[0]
        let isTaken = edition == .current || schemes.basic == "Basic"
        let answer = try login(client, "\(schemes.basic) \(Self.basic("\(account.username):\(account.password)"))")
        #expect(answer.status == (isTaken ? 200 : 401))
        let list = try client.ask(
            "GET",
            "/api/products",
            [("Authorization", "\(schemes.bearer) \(try client.token())")]
        )
        #expect(list.status == (isTaken ? 200 : 401))
    }

    @Test func `no description of an account shows its password`() {
        let account = DemoCompany.Account(id: "1", username: "u", password: "s3cret", name: "n")
        var dump = ""
        Swift.dump(account, to: &dump)
        for text in ["\(account)", String(reflecting: account), dump] { #expect(!text.contains("s3cret")) }
    }
}
