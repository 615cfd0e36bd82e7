import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// The page "Put a stub in a client's place" of the documentation, run.
@Suite(.serialized) struct UserExampleTests {
    struct User: Decodable, Sendable, Equatable {
        let name: String
        let message: String
    }

    struct UserRequest: Request {
        typealias Response = User
        let name: String
        var path: RequestPath { "user/\(name)" }
    }

    /// What a service does with any client.
    struct Greeter {
        let client: any Client

        func greeting(for name: String) async -> String {
            await client.result(of: UserRequest(name: name))
                .map { "\($0.name): \($0.message)" }
                .mapError { error in error.code == .notFound ? APIError(.notFound, reason: "nobody") : error }
                .fold {
                    $0
                } or: {
                    $0.reason ?? "?"
                }
        }
    }

    /// A client that needs no server.
    struct StubClient: Client {
        let answers: [String: String]

        func send<R: Request>(_ request: R) async throws(APIError) -> R.Response {
            guard let answer = answers[request.path.encoded] else { throw APIError(.notFound, status: 404) }
            do { return try request.decode(WireResponse(status: 200, body: Data(answer.utf8))) } catch {
                throw APIError(.decodingFailed, underlying: error)
            }
        }
    }

    @Test func `a client held as any Client may be the real one`() async throws {
        let server = try LoopbackServer { request in
            request.target == "/user/a%2Fb"
                ? ServerResponse(status: 200, body: Array(#"{"name":"a/b","message":"hello"}"#.utf8))
                : ServerResponse(status: 404)
        }
        let greeter = Greeter(client: try server.client())
        #expect(await greeter.greeting(for: "a/b") == "a/b: hello")
        #expect(await greeter.greeting(for: "c") == "nobody")
    }

    @Test func `or a stub`() async throws {
        let greeter = Greeter(client: StubClient(answers: ["user/ada": #"{"name":"Ada","message":"hi"}"#]))
        #expect(await greeter.greeting(for: "ada") == "Ada: hi")
        #expect(await greeter.greeting(for: "bob") == "nobody")
    }
}

extension Result {
    fileprivate func fold<T>(_ success: (Success) -> T, or failure: (Failure) -> T) -> T {
        switch self {
        case .success(let value): success(value)
        case .failure(let error): failure(error)
        }
    }
}
