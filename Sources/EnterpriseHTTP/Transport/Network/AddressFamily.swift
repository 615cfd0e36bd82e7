/// Which addresses of a name are used.
public enum AddressFamily: String, Sendable, Hashable, CaseIterable {
    /// All: the first that answers is taken, and one family does not wait for the other (RFC 8305).
    case any
    /// IPv4 alone.
    case ipv4
    /// IPv6 alone.
    case ipv6
}
