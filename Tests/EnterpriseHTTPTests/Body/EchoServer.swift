import EnterpriseHTTP
import EnterpriseTesting
import Foundation

/// A server that sends back what it got, and a client of it.
struct EchoServer {
    let server: LoopbackServer
    let client: HTTPClient

    /// A request's body as it arrived, and how it was announced.
    struct Arrival {
        let body: Data
        let contentType: String?
        let length: Int?
        let coding: String?

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    init() throws {
        server = try LoopbackServer { request in
            let names = ["Content-Type", "Content-Length", "Transfer-Encoding"]
            let fields = names.compactMap { name in request.headers[name].map { ("X-\(name)", $0) } }
            return ServerResponse(status: 200, headers: ServerHeaders(fields), body: request.body)
        }
        client = try server.client()
    }

    func post(_ body: RequestBody) async throws(APIError) -> Arrival {
        let response = try await client.post("x", body: body)
        return Arrival(
            body: response.body,
            contentType: response.headers["X-Content-Type"],
            length: response.headers["X-Content-Length"].flatMap { Int($0) },
            coding: response.headers["X-Transfer-Encoding"]
        )
    }

    /// How a call with a body fails; nil when it does not.
    func failure(posting body: RequestBody) async -> APIError? {
        do throws(APIError) {
            _ = try await post(body)
            return nil
        } catch { return error }
    }
}
