import EnterpriseAPI
import EnterpriseHTTP

/// What a command that calls the backend needs: where the backend is, and who signs in.
struct Connection {
    let configuration: Configuration
    let credentials: Credentials?

    /// Reads the configuration, then the user and the password. Neither is in the arguments' errors.
    init(_ arguments: Arguments, environment: [String: String]) throws(CommandError) {
        configuration = try Self.configuration(arguments)
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

    private static func configuration(_ arguments: Arguments) throws(CommandError) -> Configuration {
        var configuration: Configuration
        do {
            configuration = try Configuration.load(path: arguments[.config])
        } catch {
            throw CommandError(.configuration, "\(error)")
        }
        if let server = arguments[.server] {
            do {
                configuration.server = try BaseURL(server)
            } catch {
                throw .usage("--server needs \(error.expected)", command: arguments.command)
            }
        }
        return configuration
    }

    private static func credentials(
        _ arguments: Arguments,
        environment: [String: String]
    ) throws(CommandError) -> Credentials? {
        let command = arguments.command
        let user = arguments[.user] ?? environment["ENTERPRISE_API_USER"] ?? ""
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
            return environment["ENTERPRISE_API_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let line = readLine(), !line.isEmpty else {
            throw .usage("--password-stdin: the first line of standard input is empty", command: arguments.command)
        }
        return line
    }
}
