import EnterpriseAPI

/// Who signed in: what of a token may be shown.
struct Account: Encodable {
    let id: Identifier
    /// Nil when the backend does not send it.
    let username: String?

    init(_ token: Token) {
        id = token.userID
        username = token.username
    }
}
