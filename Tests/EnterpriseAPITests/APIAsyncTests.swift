import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct APIAsyncTests {
    private typealias Edition = ReferenceBackend.Edition

    @Test(arguments: ReferenceBackend.Edition.allCases, ["", "shop/eu"])
    func `every resource loads from either edition, below any prefix`(
        edition: ReferenceBackend.Edition,
        prefix: String
    ) async throws {
        let backend = try ReferenceBackend.start(edition: edition, pathPrefix: prefix)
        let api = try await backend.signedIn()
        let company = DemoCompany.demo
        #expect(try await api.announcements().map(\.message) == company.announcements.map(\.message))
        #expect(try await api.events().map(\.name) == company.events.map(\.name))
        #expect(try await api.products().map(\.unitPrice) == company.products.map { Decimal($0.unitPrice) })
        #expect(try await api.purchases().count == company.orders.count)
        let chart = try await api.orgChart()
        #expect(chart.count == company.employees.count)
        #expect(chart.depth == 4)
        #expect(chart.issues.isEmpty)
        #expect(chart.root?.employee.familyName == company.employees.first { $0.managerID == nil }?.familyName)
        let me = try await api.me()
        #expect(me.username == backend.backend.accounts[0].username)
        #expect(api.token?.userID == me.id)
    }

    @Test(arguments: ReferenceBackend.Edition.allCases)
    func `one's own account is found by id in either edition`(edition: ReferenceBackend.Edition) async throws {
        let backend = try ReferenceBackend.start(edition: edition)
        let api = try await backend.signedIn()
        let id = try #require(api.token?.userID)
        #expect(try await api.user(id: id).username == backend.backend.accounts[0].username)
    }

    @Test func `an account that does not exist is not found`() async throws {
        let backend = try ReferenceBackend.start(edition: .older)
        let api = try await backend.signedIn()
        // Escaped, the second is one segment to most servers, but not to all.
        for (id, code) in [("nobody", APIError.Code.notFound), ("nobody/../me", .invalidRequest)] {
            let error = await failure { () async throws(APIError) in try await api.user(id: Identifier(id)) }
            #expect(error?.code == code)
            #expect(error?.endpoint == "GET users/{}")
        }
    }

    @Test func `every account signs in, whatever its password holds`() async throws {
        let backend = try ReferenceBackend.start()
        let passwords = backend.backend.accounts.map(\.password)
        #expect(passwords.contains { $0.contains(":") } && passwords.contains { !$0.utf8.allSatisfy { $0 < 0x80 } })
        for account in backend.backend.accounts {
            let api = API(configuration: try .testing(backend.url))
            let token = try await api.login(Credentials(username: account.username, password: account.password))
            #expect(token.username == account.username)
            #expect(try await api.me().username == account.username)
        }
    }

    @Test func `a wrong password is unauthorized, in the server's words, and leaves no token`() async throws {
        let backend = try ReferenceBackend.start()
        let api = API(configuration: try .testing(backend.url))
        let wrong = Credentials(username: backend.credentials.username, password: "not-the-password")
        let error = try #require(await failure { () async throws(APIError) in try await api.login(wrong) })
        #expect(error.code == .unauthorized)
        #expect(error.description == "POST users/login: not signed in (401): Unauthorized")
        #expect(api.token == nil)
    }

    @Test func `without a token calls still go out, and only events answer`() async throws {
        let backend = try ReferenceBackend.start()
        let api = API(configuration: try .testing(backend.url))
        #expect(try await api.events().count == DemoCompany.demo.events.count)
        let error = await failure { () async throws(APIError) in try await api.announcements() }
        #expect(error?.code == .unauthorized)
        #expect(error?.reason == "Token not authenticated.")
        #expect(backend.backend.calls(to: .announcements) == 1)
    }

    @Test func `an expired token is unauthorized`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try await backend.signedIn()
        backend.backend.expireTokens()
        let error = await failure { () async throws(APIError) in try await api.purchases() }
        #expect(error?.code == .unauthorized)
    }

    @Test func `an order is saved with what the server adds`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try await backend.signedIn()
        let product = try #require(try await api.products().first { $0.unitPrice < 100 })
        let due = Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 + 86_400).rounded())
        let order = PurchaseOrder(
            poNumber: "PO \"7\" / ü",
            comment: "a\nb",
            dueDate: due,
            purchases: [.init(productId: product.id, quantity: 1.5)]
        )
        let saved = try await api.submit(order)
        #expect(saved.id != nil)
        #expect(saved.purchaser == api.token?.userID)
        #expect(saved.purchaseDate != nil)
        #expect((saved.poNumber, saved.comment, saved.dueDate) == (order.poNumber, order.comment, due))
        #expect(saved.purchases == order.purchases)
        #expect(try await api.purchases().contains { $0.id == saved.id })
    }

    @Test func `an order that breaks rules is not sent, and the error names each`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try await backend.signedIn()
        let product = try #require(try await api.products().max { $0.unitPrice < $1.unitPrice })
        let order = PurchaseOrder(
            poNumber: " ",
            dueDate: .distantPast,
            purchases: [.init(productId: product.id, quantity: 1000), .init(productId: product.id, quantity: 0)]
        )
        let error = await failure { () async throws(APIError) in try await api.submit(order) }
        #expect(error?.code == .invalidInput)
        #expect(error?.description.contains("the due date") == true && error?.description.contains("the total") == true)
        let rules = (error?.underlying as? PurchaseOrderError)?.violations.map(\.rule)
        #expect(rules == [.emptyNumber, .quantityNotPositive, .totalOverLimit, .dueDatePast])
        #expect(backend.backend.calls(to: .submitPurchase) == 0)
    }

    @Test func `an order larger than the server takes is refused with 413`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try await backend.signedIn()
        let comment = String(repeating: "x", count: ReferenceBackend.bodyLimit)
        let order = PurchaseOrder(poNumber: "1", comment: comment, purchases: [.init(productId: "p", quantity: 1)])
        let error = await failure { () async throws(APIError) in try await api.submit(order) }
        #expect(error?.status == 413)
        #expect(error?.code == .rejected)
    }

    @Test(arguments: [
        (
            ServerResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array("<html>".utf8)),
            APIError.Code.decodingFailed
        ),
        (ServerResponse(status: 502, headers: ["Content-Type": "text/html"], body: Array("<html>".utf8)), .serverError),
        (ServerResponse(status: 200), .decodingFailed), (ServerResponse(status: 204), .decodingFailed),
        (ServerResponse(status: 200, body: Array(#"[{"id":"1","name":"x""#.utf8)), .decodingFailed),
        (ServerResponse(status: 200, body: Array(#"{"events":[]}"#.utf8)), .decodingFailed),
        (.close, .connectionLost), (.raw(Array("garbage\r\n\r\n".utf8)), .invalidResponse),
        (.truncated(body: Array("[".utf8), promising: 100), .connectionLost),
    ])
    func `bad answers become typed errors`(response: ServerResponse, code: APIError.Code) async throws {
        let backend = try ReferenceBackend.start()
        let api = API(configuration: try .testing(backend.url))
        backend.backend.override(.events, with: response)
        let error = await failure { () async throws(APIError) in try await api.events() }
        #expect(error?.code == code)
        #expect(error?.endpoint == "GET events")
    }

    @Test func `an event the server invented keeps its type, and a bad field is named by its path`() async throws {
        let backend = try ReferenceBackend.start()
        let api = API(configuration: try .testing(backend.url))
        #expect(try await api.events().contains { !$0.type.isKnown })
        let text = #"[{"id":"1","name":"x","date":"2026-01-01T00:00:00Z","type":"Meeting","duration":"long"}]"#
        backend.backend.override(.events, with: ServerResponse(status: 200, body: Array(text.utf8)))
        let error = await failure { () async throws(APIError) in try await api.events() }
        #expect(error?.reason == "[0].duration is no Double")
    }

    @Test func `closing refuses calls and may be done twice`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try await backend.signedIn()
        await api.close()
        await api.close()
        let error = await failure { () async throws(APIError) in try await api.events() }
        #expect(error?.code == .shutDown)
    }

    @Test func `secrets print as redacted`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try await backend.signedIn()
        let token = try #require(api.token)
        let secrets = [token.value, backend.credentials.password]
        var texts = [
            "\(token)", token.debugDescription, "\(backend.credentials)", String(reflecting: backend.credentials),
        ]
        for value in [token, backend.credentials, api] as [Any] {
            var text = ""
            dump(value, to: &text)
            texts.append(text)
        }
        for text in texts { for secret in secrets { #expect(!text.contains(secret)) } }
    }
}
