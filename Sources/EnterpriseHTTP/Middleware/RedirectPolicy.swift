/// Which redirects are followed (RFC 9110 section 15.4).
///
/// | status | next request |
/// |---|---|
/// | 303 | GET without a body; HEAD stays HEAD |
/// | 301, 302 | POST becomes GET without a body; any other method and its body stay |
/// | 307, 308 | the same method, and the same body if it can be produced twice |
///
/// To another origin (scheme, host or port) no credential goes along: of the header fields, only those that are known to
/// hold none, and no client certificate. Once left out, they do not come back. From https nothing leads to http, and nothing leads to another scheme.
public struct RedirectPolicy: Sendable, Hashable {
    /// How many redirects may follow one another; none are followed when it is zero.
    public var maxHops: Int
    /// Whether a redirect to another origin ends the call.
    public var staysAtOrigin: Bool

    /// At most 10, to any origin.
    public static let standard = RedirectPolicy()
    /// At most 10, all of the same origin.
    public static let sameOrigin = RedirectPolicy(staysAtOrigin: true)
    /// None: a redirect is an answer like any other.
    public static let none = RedirectPolicy(maxHops: 0)

    /// A policy of these rules.
    public init(maxHops: Int = 10, staysAtOrigin: Bool = false) {
        self.maxHops = maxHops
        self.staysAtOrigin = staysAtOrigin
    }
}
