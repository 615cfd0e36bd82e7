import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// What a command that calls the backend needs: where the backend is, who signs in, and what is said about it.
struct Connection {
    let settings: Settings
    let credentials: Credentials?
    let arguments: Arguments
    let terminal: Terminal
    /// Where the session is kept; nil when there is none to go on with.
    private let store: FileTokenStore?
    private let timeout: Duration?

    var server: BaseURL { settings.configuration.server }

    /// Reads the settings, then the user and the password. No secret is in the errors.
    ///
    /// - Parameter needsUser: Whether to give up when there is nobody to sign in.
    init(_ arguments: Arguments, environment: [String: String], needsUser: Bool = true) throws(CommandError) {
        let settings = try Settings(arguments, environment: environment)
        self.arguments = arguments
        self.settings = settings
        do throws(TransportOptionsError) { try settings.configuration.network.check() } catch {
            throw CommandError(.configuration, "\(settings.file?.path ?? "configuration"): network: \(error)")
        }
        terminal = try Terminal(arguments, environment: environment)
        timeout = try arguments.seconds(.timeout)
        let kept = settings.sessionFile.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0 : nil }
        store = kept.map(FileTokenStore.init)
        credentials = try Self.credentials(
            arguments,
            environment,
            user: settings.user,
            isNeeded: store == nil && (needsUser || arguments.has(.user))
        )
    }

    /// Makes a call in the session, with a new login where that is needed and possible; every failure says what to do.
    ///
    /// - Parameters:
    ///   - middleware: What stands around each call.
    ///   - call: What to do with the session.
    func run<Value>(
        middleware: [any Middleware] = [],
        _ call: (API) async throws(APIError) -> Value
    ) async throws(CommandError) -> Value {
        let outcome = await result(middleware: middleware, call)
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw failure(error)
        }
    }

    /// The same, with the error as the SDK has it.
    func result<Value>(
        middleware: [any Middleware] = [],
        _ call: (API) async throws(APIError) -> Value
    ) async -> APIResult<Value> {
        let api = api(middleware: middleware)
        let outcome: APIResult<Value>
        do throws(APIError) {
            outcome = .success(
                try await Deadline.within(timeout ?? .seconds(1e9)) { () async throws(APIError) in try await call(api) }
            )
        } catch { outcome = .failure(error) }
        await api.close()
        return outcome
    }

    /// A session of its own, which whoever asked for it closes.
    func api(middleware: [any Middleware] = [], store: (any TokenStore)? = nil) -> API {
        let transport: any Transport = CurlTransport(options: settings.configuration.network)
        return API(
            configuration: settings.configuration,
            credentials: credentials.map(FixedCredentials.init),
            tokenStore: store ?? self.store ?? MemoryTokenStore(),
            sessionOptions: SessionOptions(storeFailed: { Output.complain("the session is not kept: \($0)") }),
            middleware: middleware,
            transport: arguments.has(.verbose) ? LoggedTransport(transport) : transport
        )
    }

    /// What a failed call means to who typed the command.
    func failure(_ error: APIError) -> CommandError {
        CommandError(error, server: server, hasCredentials: credentials != nil)
    }

    /// A line for people on standard error, unless they want none.
    func note(_ text: String) {
        if !arguments.has(.quiet) { Output.note(text) }
    }

    private static func credentials(
        _ arguments: Arguments,
        _ environment: [String: String],
        user: String?,
        isNeeded: Bool
    ) throws(CommandError) -> Credentials? {
        let password = try password(arguments, environment)
        if let user, let password { return Credentials(username: user, password: password) }
        guard isNeeded else { return nil }
        throw user == nil
            ? .usage("nobody to sign in: give --user NAME or set ENTERPRISE_API_USER", command: arguments.command)
            : .usage(
                "no password: set ENTERPRISE_API_PASSWORD, pass it with --password-stdin, or `enterprise-api login` first",
                command: arguments.command
            )
    }

    static func password(_ arguments: Arguments, _ environment: [String: String]) throws(CommandError) -> String? {
        guard arguments.has(.passwordStdin) else { return Variables(environment)["ENTERPRISE_API_PASSWORD"] }
        guard let line = readLine(), !line.isEmpty else {
            throw .usage("--password-stdin: the first line of standard input is empty", command: arguments.command)
        }
        return line
    }
}
