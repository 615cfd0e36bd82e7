public import EnterpriseHTTP

/// POST `users/login` with Basic credentials and no body: a bearer token.
public struct Login: Request {
    /// The token, of either edition.
    public typealias Response = Token

    private let credentials: Credentials

    /// A login with these credentials.
    public init(_ credentials: Credentials) { self.credentials = credentials }

    /// POST.
    public var method: HTTPMethod { .post }
    /// `users/login`.
    public var path: RequestPath { "users/login" }
    /// The credentials.
    public var authorization: Authorization {
        .basic(username: credentials.username, password: credentials.password)
    }
    /// Within the backend alone: a token from another server would be sent to this one.
    public var redirects: RedirectPolicy { .sameOrigin }
}
