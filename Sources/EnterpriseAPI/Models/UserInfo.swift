/// An account of the backend.
public struct UserInfo: Sendable, Hashable, Codable, Identifiable {
    /// The server's id.
    public let id: Identifier

    /// The name the user signs in with.
    public let username: String

    /// The name to show; the current edition sends none.
    public let name: String?

    /// An account.
    public init(id: Identifier, username: String, name: String? = nil) {
        self.id = id
        self.username = username
        self.name = name
    }
}
