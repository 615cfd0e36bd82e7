import EnterpriseTesting
import Foundation

/// Asks a backend over a socket, one connection for all.
struct BackendClient {
    let running: RunningBackend
    private let raw: RawClient

    init(_ edition: ReferenceBackend.Edition = .current, pathPrefix: String = "") throws {
        try self.init(ReferenceBackend.start(edition: edition, pathPrefix: pathPrefix))
    }

    init(_ running: RunningBackend) throws {
        self.running = running
        raw = try RawClient(running.server)
    }

    var backend: ReferenceBackend { running.backend }

    func ask(
        _ method: String = "GET",
        _ path: String,
        _ headers: [(String, String)] = [],
        body: [UInt8] = []
    ) throws -> RawResponse {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: h\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
        try raw.send(Array("\(head)\r\n".utf8) + body)
        return try raw.response(toHead: method == "HEAD")
    }

    /// Signs in with the first account, or another, and returns its token.
    func token(_ index: Int = 0) throws -> String {
        let account = backend.accounts[index]
        let basic = Data("\(account.username):\(account.password)".utf8).base64EncodedString()
        let response = try ask("POST", "/api/users/login", [("Authorization", "Basic \(basic)")])
        guard let object = try response.json() as? [String: Any], let token = object["token"] as? String else {
            throw RawClient.Failure(operation: "login")
        }
        return token
    }

    func bearer() throws -> [(String, String)] { [("Authorization", "Bearer \(try token())")] }
}

extension RawResponse {
    /// The reason of a failure; nil when the body is not exactly `{"error": true, "reason": "…"}`.
    var reason: String? {
        guard let object = try? json() as? [String: Any], object.count == 2, object["error"] as? Bool == true else {
            return nil
        }
        return object["reason"] as? String
    }

    func object() throws -> [String: Any] {
        guard let object = try json() as? [String: Any] else { throw RawClient.Failure(operation: "object") }
        return object
    }

    func array() throws -> [[String: Any]] {
        guard let array = try json() as? [[String: Any]] else { throw RawClient.Failure(operation: "array") }
        return array
    }
}
