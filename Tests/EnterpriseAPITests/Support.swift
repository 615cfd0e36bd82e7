import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation

extension Configuration {
    /// The settings of a test against a server.
    static func testing(_ url: String, maxPOExpense: Decimal = 10_000) throws -> Configuration {
        Configuration(
            server: try BaseURL(url),
            ui: UI(button: Button(cornerRadius: 5, borderWidth: 1)),
            rules: Rules(maxPOExpense: maxPOExpense)
        )
    }
}

extension RunningBackend {
    /// The credentials of the first account.
    var credentials: Credentials {
        Credentials(username: backend.accounts[0].username, password: backend.accounts[0].password)
    }

    /// An API on this backend that has signed in.
    func signedIn(delegate: (any APIDelegate)? = nil) async throws -> API {
        let api = API(configuration: try .testing(url), delegate: delegate)
        try await api.login(credentials)
        return api
    }
}

/// The error that an operation ends with; nil when it succeeds.
func failure(of operation: () async throws(APIError) -> some Any) async -> APIError? {
    do {
        _ = try await operation()
        return nil
    } catch { return error }
}
