import Foundation

/// Writes the `Authorization` header: the one place where a secret meets the wire.
struct Authorize: Middleware {
    private let token: @Sendable () async throws(APIError) -> String?

    /// Authorizes bearer requests with the token that `token` gives; they go out without one while it gives nil.
    init(token: @escaping @Sendable () async throws(APIError) -> String?) {
        self.token = token
    }

    /// Sends the request on with the header it needs. A request that brings its own keeps it.
    ///
    /// The scheme words are written `Basic` and `Bearer`: older servers match them case-sensitively, against RFC 9110
    /// section 11.1.
    func send(_ request: WireRequest, next: Exchange) async throws(APIError) -> WireResponse {
        guard let value = try await value(for: request.authorization), request.headers["Authorization"] == nil else {
            return try await next(request)
        }
        var request = request
        request.headers.add(name: "Authorization", value: value)
        return try await next(request)
    }

    private func value(for authorization: Authorization) async throws(APIError) -> String? {
        switch authorization {
        case .none: return nil
        case .basic(let username, let password):
            guard !username.contains(":") else {
                throw APIError(.invalidRequest, reason: "a user name can't hold a colon (RFC 7617 section 2)")
            }
            return "Basic \(Data("\(username):\(password)".utf8).base64EncodedString())"
        case .bearer:
            guard let token = try await token() else { return nil }
            guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw APIError(.invalidRequest, reason: "the token holds a character that no header may")
            }
            return "Bearer \(token)"
        }
    }
}
