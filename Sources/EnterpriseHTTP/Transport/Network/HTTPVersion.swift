/// A version of HTTP.
public enum HTTPVersion: String, Sendable, Hashable, CaseIterable {
    /// HTTP/1.1 (RFC 9112) alone.
    case v1_1 = "1.1"
    /// HTTP/2 (RFC 9113) over TLS where the server has it, else HTTP/1.1.
    case v2 = "2"
}
