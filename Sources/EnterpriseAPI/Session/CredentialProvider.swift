public import EnterpriseHTTP

/// Where a session gets credentials from when it has to sign in by itself; they are not kept.
///
/// ```swift
/// let api = API(configuration: configuration, credentials: .provider { try await vault.read("backoffice") })
/// ```
public protocol CredentialProvider: Sendable {
    /// The credentials of the moment. Whatever it throws fails the calls that wait; an `APIError` is passed on as it is.
    func credentials() async throws -> Credentials
}

/// The same credentials each time.
public struct FixedCredentials: CredentialProvider, Redacted {
    private let fixed: Credentials

    /// A provider of these credentials.
    public init(_ credentials: Credentials) { fixed = credentials }

    /// Those it was made with.
    public func credentials() -> Credentials { fixed }
}

/// Credentials from the environment variables `ENTERPRISE_API_USER` and `ENTERPRISE_API_PASSWORD`, read each time.
public struct EnvironmentCredentials: CredentialProvider {
    /// A provider that reads this process's environment.
    public init() {}

    /// Those of the moment; throws `CredentialsError` when a variable is unset or empty.
    public func credentials() throws(CredentialsError) -> Credentials {
        try Configuration.Environment.current.credentials()
    }
}

/// Credentials that a closure gets, such as from a vault.
public struct ClosureCredentials: CredentialProvider {
    private let closure: @Sendable () async throws -> Credentials

    /// A provider that asks the closure each time.
    public init(_ closure: @escaping @Sendable () async throws -> Credentials) { self.closure = closure }

    /// What the closure gives.
    public func credentials() async throws -> Credentials { try await closure() }
}

extension CredentialProvider where Self == FixedCredentials {
    /// The same credentials each time.
    public static func fixed(_ credentials: Credentials) -> FixedCredentials { FixedCredentials(credentials) }
}

extension CredentialProvider where Self == EnvironmentCredentials {
    /// Those in `ENTERPRISE_API_USER` and `ENTERPRISE_API_PASSWORD`.
    public static var environment: EnvironmentCredentials { EnvironmentCredentials() }
}

extension CredentialProvider where Self == ClosureCredentials {
    /// Those that the closure gets, each time anew.
    public static func provider(_ closure: @escaping @Sendable () async throws -> Credentials) -> ClosureCredentials {
        ClosureCredentials(closure)
    }
}
