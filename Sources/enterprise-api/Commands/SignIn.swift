import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// `login` and `logout`: begin and end a session that outlives the program.
enum SignIn {
    static func run(_ arguments: Arguments, environment: [String: String]) async throws {
        var environment = environment
        let settings = try Settings(arguments, environment: environment)
        guard let user = settings.user else {
            throw CommandError.usage("nobody to sign in: give --user NAME or set ENTERPRISE_API_USER", command: .login)
        }
        if !arguments.has(.passwordStdin), Variables(environment)["ENTERPRISE_API_PASSWORD"] == nil {
            environment["ENTERPRISE_API_PASSWORD"] = Prompt.password("Password of \(user): ")
        }
        let connection = try Connection(arguments, environment: environment)
        guard let credentials = connection.credentials else {
            throw CommandError.usage(
                "no password: set ENTERPRISE_API_PASSWORD or pass it with --password-stdin",
                command: .login
            )
        }
        let token = try await connection.run { api throws(APIError) in try await api.login(credentials) }
        try keep(token, of: user, settings, connection)
        let account = Account(token)
        try Output.write(
            arguments.has(.json)
                ? JSONOutput.text(of: account)
                : Table([account], UserView.accountColumns).text(connection.terminal.style)
        )
    }

    private static func keep(
        _ token: Token,
        of user: String,
        _ settings: Settings,
        _ connection: Connection
    ) throws(CommandError) {
        guard let file = settings.sessionFile else {
            return connection.note("the session is not kept: neither XDG_STATE_HOME nor HOME is set")
        }
        do { try FileTokenStore(file).save(token) } catch {
            throw CommandError(
                .failure,
                "the session can't be kept: \(error); check \(file.deletingLastPathComponent().path)"
            )
        }
        try settings.state.setLastUser(user, of: settings.configuration.server)
    }

    static func end(_ arguments: Arguments, environment: [String: String]) throws {
        let settings = try Settings(arguments, environment: environment)
        let server = settings.configuration.server
        guard let user = settings.user, let file = settings.sessionFile,
            FileManager.default.fileExists(atPath: file.path)
        else {
            if !arguments.has(.quiet) { Output.note("nobody was signed in on \(server)") }
            return
        }
        do { try FileTokenStore(file).remove() } catch {
            throw CommandError(.failure, "the session can't be removed: \(error)")
        }
        settings.state.forgetLastUser(user, of: server)
        if !arguments.has(.quiet) { Output.note("signed out \(user.terminalSafe) on \(server)") }
    }
}
