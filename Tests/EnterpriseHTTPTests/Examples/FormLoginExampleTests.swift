import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// The page "Sign in with a form" of the documentation, run.
@Suite(.serialized) struct FormLoginExampleTests {
    struct FormLogin: Request {
        struct Response: Decodable, Sendable {
            let token: String
        }

        let account: String
        let password: String

        var method: HTTPMethod { .post }
        var path: RequestPath { "auth/login" }
        var authorization: Authorization { .none }
        var body: RequestBody? { .form(["account": account, "pwd": password]) }
    }

    func signIn(_ client: any Client, account: String, password: String) async -> String {
        var message = ""
        await client.result(of: FormLogin(account: account, password: password))
            .map(\.token.count)
            .onSuccess { message = "signed in, with a token of \($0) characters" }
            .onFailure { message = $0.code == .unauthorized ? "wrong password" : $0.description }
        return message
    }

    @Test func `a form login has a success branch and a failure branch`() async throws {
        let server = try LoopbackServer { request in
            let isRight =
                request.target == "/auth/login"
                && request.headers["Content-Type"] == "application/x-www-form-urlencoded"
                && request.body == Array("account=jane+doe&pwd=a%26b%3D%2B".utf8)
            return isRight
                ? ServerResponse(status: 200, body: Array(#"{"token":"abcdef"}"#.utf8))
                : ServerResponse(status: 401, body: Array(#"{"error":true,"reason":"No."}"#.utf8))
        }
        let client = try server.client()
        #expect(
            await signIn(client, account: "jane doe", password: "a&b=+") == "signed in, with a token of 6 characters"
        )
        #expect(await signIn(client, account: "jane doe", password: "?") == "wrong password")
    }
}
