import Foundation

extension APIError {
    /// What the contract's servers send with a status outside 200–299.
    private struct ServerWords: Decodable {
        var reason: String
    }

    /// The error that a response's status means, with the server's reason when it gave one.
    init(_ response: WireResponse) {
        let words = try? JSONDecoder().decode(ServerWords.self, from: response.body)
        self.init(Self.code(of: response.status), reason: words?.reason ?? Self.phrase(of: response))
        self = with(response)
    }

    /// This error with what a response tells: status, request id, `Retry-After` and the first bytes of the body.
    func with(_ response: WireResponse) -> APIError {
        var error = self
        error.status = response.status
        error.attempts = response.attempts
        error.mayHaveReachedServer = true
        error.retryAfter = response.retryAfter
        error.requestID = response.headers["X-Request-ID"]
        error.responsePrefix = Data(response.body.prefix(1024))
        return error
    }

    private static func code(of status: Int) -> Code {
        switch status {
        case 401: .unauthorized
        case 403: .forbidden
        case 404, 410: .notFound
        case 407: .proxyLoginRefused
        case 429: .tooManyRequests
        case 400..<500: .rejected
        case 500..<600: .serverError
        default: .unexpectedStatus
        }
    }

    private static func phrase(of response: WireResponse) -> String {
        if response.body.isEmpty { return "the answer has no body" }
        let type = response.headers["Content-Type"]?.prefix { $0 != ";" } ?? "unknown type"
        return "the answer is \(response.body.count) bytes of \(type)"
    }
}
