public import EnterpriseHTTP

/// A user name and a password. Never prints either.
public struct Credentials: Sendable, Hashable, Redacted {
    /// The name; it can't hold a colon (RFC 7617 section 2).
    public let username: String
    /// The password, of any characters; it is sent in UTF-8.
    public let password: String

    /// Credentials of these parts.
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}
