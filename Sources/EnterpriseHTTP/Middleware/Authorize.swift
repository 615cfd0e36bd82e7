import Foundation

/// Writes the `Authorization` header: the one place where a secret meets the wire.
struct Authorize: Middleware {
    /// Gives the token of bearer requests, which go out without one while it gives nil.
    let source: any BearerSource

    /// Sends the request on with the header it needs. A request that brings its own keeps it.
    ///
    /// The scheme words are written `Basic` and `Bearer`: older servers match them case-sensitively, against RFC 9110
    /// section 11.1.
    func send(_ request: WireRequest, next: Exchange) async throws(APIError) -> WireResponse {
        guard request.headers["Authorization"] == nil else { return try await next(request) }
        switch request.authorization {
        case .none:
            return try await next(request)
        case .basic(let username, let password):
            guard !username.contains(":") else {
                throw APIError(.invalidRequest, reason: "a user name can't hold a colon (RFC 7617 section 2)")
            }
            let credentials = Data("\(username):\(password)".utf8).base64EncodedString()
            return try await next(request.authorized("Basic \(credentials)"))
        case .bearer:
            guard let token = try await source.token(until: request.deadline) else { return try await next(request) }
            return try await send(request, bearing: token, next: next)
        }
    }

    /// Sends the request, and once more if its token is refused and there is another.
    private func send(
        _ request: WireRequest,
        bearing token: String,
        next: Exchange
    ) async throws(APIError) -> WireResponse {
        let response = try await next(try request.bearing(token))
        guard response.status == 401, !response.isFromElsewhere else { return response }
        guard request.body?.isReplayable ?? true else {
            // Reported as it is; but the next call should find a token that is accepted.
            _ = try? await source.renew(after: token, until: request.deadline)
            return response
        }
        guard let newer = try await source.renew(after: token, until: request.deadline), newer != token else {
            return response
        }
        return try await next(try request.bearing(newer))
    }
}

extension WireRequest {
    fileprivate func authorized(_ value: String) -> WireRequest {
        var request = self
        request.headers.add(name: "Authorization", value: value)
        return request
    }

    fileprivate func bearing(_ token: String) throws(APIError) -> WireRequest {
        guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIError(.invalidRequest, reason: "the token holds a character that no header may")
        }
        return authorized("Bearer \(token)")
    }
}
