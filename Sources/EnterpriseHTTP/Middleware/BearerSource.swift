/// Where a client's bearer token comes from, and a newer one when the server refuses it.
///
/// Both functions should end, with `timedOut`, at the deadline of the call that asks, if it has one.
public protocol BearerSource: Sendable {
    /// The token to send; nil to send the request without one.
    func token(until deadline: ContinuousClock.Instant?) async throws(APIError) -> String?

    /// The token to try after the server answered 401 to `failed`; nil when there is no other.
    func renew(after failed: String, until deadline: ContinuousClock.Instant?) async throws(APIError) -> String?
}

extension BearerSource {
    /// Nil: the 401 stays what it is.
    public func renew(after failed: String, until deadline: ContinuousClock.Instant?) async throws(APIError) -> String?
    {
        nil
    }
}

/// A token that somebody else keeps.
struct ClosureBearerSource: BearerSource {
    let closure: @Sendable () async throws(APIError) -> String?

    func token(until deadline: ContinuousClock.Instant?) async throws(APIError) -> String? { try await closure() }
}
