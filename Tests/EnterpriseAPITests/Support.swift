import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

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

/// Waits for what nothing tells of, without keeping a thread busy; an issue when it does not come.
func eventually(
    within limit: Duration = .seconds(20),
    _ condition: () -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    let end = ContinuousClock.now + limit
    while !condition() {
        guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(1))) != nil else {
            Issue.record("it did not come about", sourceLocation: sourceLocation)
            return
        }
    }
}
