import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// The page "Register a user" of the documentation, run.
@Suite(.serialized) struct AuthExampleTests {
    struct AuthRequest: Request {
        typealias Response = UserResponse
        let name: String
        let email: String
        let password: String
        let repeatedPassword: String

        var method: HTTPMethod { .post }
        var path: RequestPath { "auth" }
        var authorization: Authorization { .none }
        var body: RequestBody? {
            .json(["name": name, "email": email, "password": password, "password_verify": repeatedPassword])
        }

        func validate() throws {
            var violations: [String] = []
            if name.isEmpty { violations.append("the name is empty") }
            if !email.contains("@") { violations.append("the e-mail address has no @") }
            if password.count < 8 { violations.append("the password is shorter than 8 characters") }
            if password != repeatedPassword { violations.append("the passwords differ") }
            if !violations.isEmpty { throw ValidationError(violations) }
        }
    }

    struct UserResponse: Decodable, Sendable, Equatable {
        let id: String
        let firstName: String
        let lastName: String

        private enum CodingKeys: String, CodingKey {
            case id = "_id"
            case firstName = "first_name"
            case lastName = "last_name"
        }
    }

    private func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            let fields = (try? JSONDecoder().decode([String: String].self, from: Data(request.body))) ?? [:]
            guard request.method == "POST", request.target == "/auth", fields["password_verify"] == "correct horse"
            else {
                return ServerResponse(status: 400)
            }
            let user = #"{"_id":"5f0c","first_name":"Ada","last_name":"Lovelace"}"#
            return ServerResponse(status: 201, body: Array(user.utf8))
        }
    }

    @Test func `a valid registration gives the user`() async throws {
        let server = try server()
        let request = AuthRequest(
            name: "Ada",
            email: "ada@example.com",
            password: "correct horse",
            repeatedPassword: "correct horse"
        )
        let user = try await server.client().send(request)
        #expect(user == UserResponse(id: "5f0c", firstName: "Ada", lastName: "Lovelace"))
    }

    @Test func `an invalid one names every broken rule and is not sent`() async throws {
        let server = try server()
        let client = try server.client()
        let request = AuthRequest(name: "", email: "ada", password: "short", repeatedPassword: "other")
        let error = await failure { () async throws(APIError) in try await client.send(request) }
        #expect(error?.code == .invalidInput)
        #expect((error?.underlying as? ValidationError)?.violations.count == 4)
        #expect(server.requestCount == 0)
    }
}
