/// Follows redirects as the request's policy allows. It stands next to the transport, where no other middleware can give a
/// credential to a request that goes to another origin.
struct Redirect: Middleware {
    func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse {
        var (request, hops) = (request, [WireResponse.Redirection]())
        let first = request
        var response = try await next(request)
        while request.redirects.maxHops > 0, let location = try response.location {
            guard hops.count < request.redirects.maxHops else {
                throw .redirect("there are more than \(request.redirects.maxHops) in a row", response)
            }
            let hop = try request.following(location, of: response)
            hops.append(WireResponse.Redirection(status: response.status, origin: hop.origin, target: hop.target))
            // The server that sent the call on to a GET has acted on it already.
            let hasActed = hop.method != first.method
            request = hop
            do { response = try await next(request) } catch {
                var error = error
                error.mayHaveReachedServer = error.mayHaveReachedServer || hasActed
                throw error
            }
        }
        response.redirections = hops
        response.isFromElsewhere = hops.contains { $0.origin != first.origin }
        return response
    }
}

extension WireResponse {
    private static let followed: Set<Int> = [301, 302, 303, 307, 308]

    /// Where the server sends the call to; nil when it does not.
    fileprivate var location: String? {
        get throws(APIError) {
            guard Self.followed.contains(status) else { return nil }
            let values = Set(headers.values(for: "Location"))
            guard values.count < 2 else { throw .redirect("it names several places", self) }
            // Some servers write as they are what a URI can't hold.
            return values.first.map(PercentEncoding.reference.encode)
        }
    }
}

extension WireRequest {
    /// Fields that hold no credential, and mean the same to another server.
    private static let harmless: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "content-encoding",
        "content-language", "content-type", "idempotency-key", "if-range", "if-match", "if-none-match",
        "if-modified-since", "if-unmodified-since", "range", "traceparent", "tracestate", "user-agent",
        "x-correlation-id", "x-request-id",
    ]
    private static let describingBody = ["Content-Encoding", "Content-Language", "Content-Location", "Content-Type"]

    /// The request that an answer asks for in this one's place.
    fileprivate func following(_ location: String, of response: WireResponse) throws(APIError) -> WireRequest {
        let place: URLReference
        do { place = try URLReference(location, origin: origin, target: target) } catch {
            throw .redirect("it \(error.problem)", response)
        }
        guard !origin.hasPrefix("https:") || place.origin.hasPrefix("https:") else {
            throw .redirect("it leads from https to \(place.origin)", response)
        }
        var hop = self
        hop.origin = place.origin
        hop.target = place.target
        let becomesGet = response.status == 303 ? method != .head : response.status < 303 && method == .post
        if becomesGet {
            hop.method = .get
            hop.body = nil
            hop.isIdempotent = true
            for name in Self.describingBody { hop.headers[name] = nil }
        } else if let body, !body.isReplayable {
            throw .redirect("its body can't be sent twice", response)
        }
        if place.origin != origin {
            guard !redirects.staysAtOrigin else { throw .redirect("it leads to \(place.origin)", response) }
            hop.authorization = .none
            hop.isElsewhere = true
            for name in Set(headers.map(\.name)) where !Self.harmless.contains(name.lowercased()) {
                hop.headers[name] = nil
            }
        }
        return hop
    }
}

extension APIError {
    fileprivate static func redirect(_ reason: String, _ response: WireResponse) -> APIError {
        APIError(.redirectRefused, reason: reason).with(response)
    }
}
