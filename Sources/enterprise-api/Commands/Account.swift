import EnterpriseAPI

/// Who signed in: what of a token may be shown.
struct Account: Encodable {
    let id: String
    let username: String
}
