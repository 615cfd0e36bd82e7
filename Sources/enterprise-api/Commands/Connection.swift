import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// What a command that calls the backend needs: where the backend is, and who signs in.
struct Connection {
    let configuration: Configuration
    let credentials: Credentials?

    /// Reads the configuration, then the user and the password. Neither is in the arguments' errors.
    init(_ arguments: Arguments, environment: [String: String]) throws(CommandError) {
        configuration = try Self.configuration(arguments, environment: environment)
        credentials = try Self.credentials(arguments, environment: environment)
    }

    /// Signs in, if anybody is to, and makes the call; every failure says what to do.
    func run<Value>(_ call: (API) async throws(APIError) -> Value) async throws(CommandError) -> Value {
        let api = API(configuration: configuration)
        let outcome: APIResult<Value>
        do throws(APIError) {
            if let credentials { try await api.login(credentials) }
            outcome = .success(try await call(api))
        } catch {
            outcome = .failure(error)
        }
        await api.close()
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw CommandError(error, server: configuration.server)
        }
    }

    private static func configuration(
        _ arguments: Arguments,
        environment: [String: String]
    ) throws(CommandError) -> Configuration {
        let server = try server(arguments)
        do {
            var configuration = try Configuration.load(path: arguments[.config])
            if let server { configuration.server = server }
            return configuration
        } catch {
            let isNamed = arguments.has(.config) || value(of: "ENTERPRISE_API_CONFIG", in: environment) != nil
            guard error.code == .fileNotFound, !isNamed else { throw CommandError(.configuration, "\(error)") }
            // All that these commands need of the file is the server, so one that is given suffices.
            let known = if let server { server } else { try Self.server(environment) }
            guard let known else {
                throw CommandError(.configuration, "\(error); or give --server URL")
            }
            return Configuration(
                server: known,
                ui: .init(button: .init(cornerRadius: 0, borderWidth: 0)),
                rules: .init(maxPOExpense: 0)
            )
        }
    }

    private static func server(_ arguments: Arguments) throws(CommandError) -> BaseURL? {
        guard let text = arguments[.server] else { return nil }
        do {
            return try BaseURL(text)
        } catch {
            throw .usage("--server needs \(error.expected)", command: arguments.command)
        }
    }

    private static func server(_ environment: [String: String]) throws(CommandError) -> BaseURL? {
        let variable = "ENTERPRISE_API_SERVER"
        guard let text = value(of: variable, in: environment) else { return nil }
        do {
            return try BaseURL(text)
        } catch {
            throw CommandError(.configuration, "environment variable \(variable): expected \(error.expected)")
        }
    }

    /// The variable's value; nil when it is unset or empty.
    private static func value(of variable: String, in environment: [String: String]) -> String? {
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func credentials(
        _ arguments: Arguments,
        environment: [String: String]
    ) throws(CommandError) -> Credentials? {
        let command = arguments.command
        let user = arguments[.user] ?? environment["ENTERPRISE_API_USER"] ?? ""
        guard !user.contains(":") else { throw .usage("a user's name holds no colon", command: command) }
        let password = try password(arguments, environment: environment)
        if !user.isEmpty, let password {
            return Credentials(username: user, password: password)
        }
        if command == .events, arguments[.user] == nil { return nil }
        throw user.isEmpty
            ? .usage("nobody to sign in: give --user NAME or set ENTERPRISE_API_USER", command: command)
            : .usage("no password: set ENTERPRISE_API_PASSWORD or pass it with --password-stdin", command: command)
    }

    private static func password(
        _ arguments: Arguments,
        environment: [String: String]
    ) throws(CommandError) -> String? {
        guard arguments.has(.passwordStdin) else {
            return value(of: "ENTERPRISE_API_PASSWORD", in: environment)
        }
        guard let line = readLine(), !line.isEmpty else {
            throw .usage("--password-stdin: the first line of standard input is empty", command: arguments.command)
        }
        return line
    }
}
