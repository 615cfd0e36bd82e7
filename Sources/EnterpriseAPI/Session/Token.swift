public import EnterpriseHTTP

/// What a login gives: the secret that bearer calls carry, and whose it is. Never prints the secret.
///
/// It ends on the server after a year; the server never says when.
public struct Token: Sendable, Hashable, Redacted {
    /// The secret, exactly as the server sent it.
    public let value: String
    /// The user it stands for.
    public let userID: Identifier
    /// That user's name; the older edition of the backend does not send it.
    public let username: String?

    /// A token of these parts.
    public init(value: String, userID: Identifier, username: String? = nil) {
        self.value = value
        self.userID = userID
        self.username = username
    }
}

extension Token: Codable {
    private enum CodingKeys: String, CodingKey {
        case token, user, userID, username
    }

    private struct User: Decodable {
        var id: Identifier
        var username: String
    }

    /// Reads both editions, `{"token", "user": {"id", "username"}}` and `{"token", "userID"}`, and what `encode` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let value = try container.decode(String.self, forKey: .token)
        if let userID = try container.decodeIfPresent(Identifier.self, forKey: .userID) {
            let username = try container.decodeIfPresent(String.self, forKey: .username)
            self.init(value: value, userID: userID, username: username)
        } else {
            let user = try container.decode(User.self, forKey: .user)
            self.init(value: value, userID: user.id, username: user.username)
        }
    }

    /// Writes `{"token", "userID", "username"}`, the secret included: for a `TokenStore`, and for nothing else.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(value, forKey: .token)
        try container.encode(userID, forKey: .userID)
        try container.encodeIfPresent(username, forKey: .username)
    }
}
