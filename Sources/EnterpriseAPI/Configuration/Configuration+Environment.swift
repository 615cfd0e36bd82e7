import EnterpriseHTTP
import Foundation

extension Configuration {
    /// What of the process has a say in the configuration. The only code of the SDK that reads the environment.
    struct Environment: Sendable {
        static let configVariable = "ENTERPRISE_API_CONFIG"
        static let serverVariable = "ENTERPRISE_API_SERVER"
        static let debugVariable = "ENTERPRISE_API_DEBUG"
        static let usernameVariable = "ENTERPRISE_API_USER"
        static let passwordVariable = "ENTERPRISE_API_PASSWORD"

        var variables: [String: String]
        var workingDirectory: URL
        var executable: URL?

        static var current: Environment {
            Environment(
                variables: ProcessInfo.processInfo.environment,
                workingDirectory: URL(
                    filePath: FileManager.default.currentDirectoryPath,
                    directoryHint: .isDirectory
                ),
                executable: Bundle.main.executableURL
            )
        }

        /// Where to look for the file, in that order.
        func candidates(path: String?) -> [URL] {
            if let path = chosen(path) {
                return [URL(filePath: path, relativeTo: workingDirectory).absoluteURL]
            }
            var directories = [workingDirectory]
            if let beside = executable?.deletingLastPathComponent(),
                beside.resolvingSymlinksInPath().path != workingDirectory.resolvingSymlinksInPath().path
            {
                directories.append(beside)
            }
            return directories.map { $0.appending(path: "configuration.json") }
        }

        /// The one path to read, where somebody chose it.
        func chosen(_ path: String?) -> String? { path ?? value(of: Self.configVariable) }

        /// Replaces what a variable sets. An error names the variable, not its value, which may hold a password.
        func override(_ configuration: inout Configuration) throws(ConfigurationError) {
            if let server = value(of: Self.serverVariable) {
                do {
                    configuration.server = try BaseURL(server)
                } catch {
                    throw ConfigurationError(.invalidValue, variable: Self.serverVariable, expected: error.expected)
                }
            }
            if let debug = value(of: Self.debugVariable) {
                switch debug.lowercased() {
                case "true", "1", "yes", "on": configuration.debug = true
                case "false", "0", "no", "off": configuration.debug = false
                default:
                    throw ConfigurationError(
                        .invalidValue,
                        variable: Self.debugVariable,
                        expected: "true, false, 1, 0, yes, no, on or off"
                    )
                }
            }
        }

        /// What to sign in with.
        func credentials() throws(CredentialsError) -> Credentials {
            Credentials(
                username: try required(Self.usernameVariable),
                password: try required(Self.passwordVariable)
            )
        }

        private func required(_ variable: String) throws(CredentialsError) -> String {
            guard let value = value(of: variable) else {
                throw CredentialsError(.missing, reason: "environment variable \(variable) is not set")
            }
            return value
        }

        /// The variable's value; nil when it is unset or empty.
        private func value(of variable: String) -> String? {
            variables[variable].flatMap { $0.isEmpty ? nil : $0 }
        }
    }
}
