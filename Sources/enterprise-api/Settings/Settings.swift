import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// What the flags, the environment, a profile and the configuration say together; the first of them wins. A profile that a
/// flag names goes before the environment, one that is merely set behind it.
struct Settings {
    private(set) var configuration: Configuration
    /// Nil when no configuration was needed: then only the server is known.
    let file: ConfigurationFile?
    private(set) var profile: String?
    private(set) var user: String?
    private(set) var origins: [String: Setting.Origin] = [:]
    let state: StateFolder

    init(_ arguments: Arguments, environment: [String: String]) throws(CommandError) {
        let variables = Variables(environment)
        state = StateFolder(variables)
        let flag = try Self.server(of: arguments)
        do {
            let file = try ConfigurationFile.load(arguments, variables)
            self.file = file
            configuration = file.configuration
            for name in Self.fileSettings { origins[name] = .file(file.path) }
        } catch {
            let isNamed = arguments.has(.config) || variables["ENTERPRISE_API_CONFIG"] != nil
            guard error.isMissing, !isNamed else { throw CommandError(.configuration, "\(error)") }
            // All that most commands need of the file is the server, so one that is given suffices.
            let known = if let flag { flag } else { try Self.server(of: variables) }
            guard let known else { throw CommandError(.configuration, "\(error); or give --server URL") }
            file = nil
            configuration = Configuration(
                server: known,
                ui: .init(button: .init(cornerRadius: 0, borderWidth: 0)),
                rules: .init(maxPOExpense: 0)
            )
        }
        try choose(profile: arguments, variables)
        if !arguments.has(.profile) { try takeProfile() }
        try take(variables)
        if arguments.has(.profile) { try takeProfile() }
        if let flag { set("server", .flag(.server)) { $0.configuration.server = flag } }
        if let name = arguments[.user] { set("user", .flag(.user)) { $0.user = name } }
        if user == nil, let name = state.lastUser(of: configuration.server) {
            set("user", .session) { $0.user = name }
        }
        guard user?.contains(":") != true else {
            throw .usage("a user's name holds no colon", command: arguments.command)
        }
    }

    static let fileSettings = [
        "server", "debug", "ui.button.cornerRadius", "ui.button.borderWidth", "rules.maxPOExpense",
    ]

    private mutating func set(_ name: String, _ origin: Setting.Origin, _ change: (inout Settings) -> Void) {
        change(&self)
        origins[name] = origin
    }

    private mutating func choose(profile arguments: Arguments, _ variables: Variables) throws(CommandError) {
        let choices: [(String?, Setting.Origin)] = [
            (arguments[.profile], .flag(.profile)),
            (variables["ENTERPRISE_API_PROFILE"], .variable("ENTERPRISE_API_PROFILE")),
            (file?.defaultProfile, .file(file?.path ?? "")),
        ]
        for case (let name?, let origin) in choices {
            guard file?.profiles[name] != nil else {
                let known = file?.profiles.keys.sorted().joined(separator: ", ") ?? ""
                let hint = known.isEmpty ? "the configuration has no profiles" : "there are: \(known)"
                throw CommandError(.configuration, "no such profile; \(hint)")
            }
            return set("profile", origin) { $0.profile = name }
        }
    }

    private mutating func takeProfile() throws(CommandError) {
        guard let name = profile, let profile = file?.profiles[name] else { return }
        let origin = Setting.Origin.profile(name)
        if let text = profile.server {
            do { configuration.server = try BaseURL(text) } catch {
                throw CommandError(.configuration, "profile \(name): server: expected \(error.expected)")
            }
            origins["server"] = origin
        }
        if let user = profile.user { set("user", origin) { $0.user = user } }
        if let debug = profile.debug { set("debug", origin) { $0.configuration.debug = debug } }
        if let limit = profile.rules?.maxPOExpense {
            guard limit >= 0 else {
                throw CommandError(.configuration, "profile \(name): rules.maxPOExpense: expected zero or more")
            }
            set("rules.maxPOExpense", origin) { $0.configuration.rules.maxPOExpense = limit }
        }
    }

    private mutating func take(_ variables: Variables) throws(CommandError) {
        if let server = try Self.server(of: variables) {
            set("server", .variable("ENTERPRISE_API_SERVER")) { $0.configuration.server = server }
        }
        if let user = variables["ENTERPRISE_API_USER"] {
            set("user", .variable("ENTERPRISE_API_USER")) { $0.user = user }
        }
        guard let text = variables["ENTERPRISE_API_DEBUG"] else { return }
        guard
            let debug = [
                "true": true, "1": true, "yes": true, "on": true, "false": false, "0": false, "no": false,
                "off": false,
            ][text.lowercased()]
        else {
            throw CommandError(.configuration, "environment variable ENTERPRISE_API_DEBUG: expected true or false")
        }
        set("debug", .variable("ENTERPRISE_API_DEBUG")) { $0.configuration.debug = debug }
    }

    private static func server(of arguments: Arguments) throws(CommandError) -> BaseURL? {
        guard let text = arguments[.server] else { return nil }
        do { return try BaseURL(text) } catch {
            throw .usage("--server needs \(error.expected)", command: arguments.command)
        }
    }

    private static func server(of variables: Variables) throws(CommandError) -> BaseURL? {
        let variable = "ENTERPRISE_API_SERVER"
        guard let text = variables[variable] else { return nil }
        do { return try BaseURL(text) } catch {
            throw CommandError(.configuration, "environment variable \(variable): expected \(error.expected)")
        }
    }
}
