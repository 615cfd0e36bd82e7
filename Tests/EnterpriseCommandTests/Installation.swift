import EnterpriseTesting
import Foundation

/// A reference backend, a configuration that names it, and an account of it.
final class Installation: Sendable {
    let backend: RunningBackend
    let directory: TemporaryDirectory

    init(_ backend: RunningBackend? = nil) throws {
        self.backend = try backend ?? ReferenceBackend.start()
        directory = try TemporaryDirectory()
        try directory.write(Self.configuration(server: self.backend.url), as: "configuration.json")
    }

    deinit { backend.stop() }

    static let user = "jane.doe"
    static let password = "correct horse battery"

    /// Runs the program where the configuration lies, with the user and the password in the environment.
    ///
    /// - Parameter environment: Variables in place of those; an empty one is as good as none.
    func run(
        _ arguments: String...,
        environment: [String: String] = [:],
        input: String = ""
    ) async throws -> Program.Outcome {
        try await program(environment).run(arguments, input: input)
    }

    /// Runs a line of shell there.
    func run(shell line: String, environment: [String: String] = [:]) async throws -> Program.Outcome {
        try await program(environment).run(shell: line)
    }

    func program(_ environment: [String: String] = [:]) -> Program {
        let own = [
            "ENTERPRISE_API_USER": Self.user, "ENTERPRISE_API_PASSWORD": Self.password,
            "XDG_STATE_HOME": directory.url.appending(component: "state").path,
        ]
        return Program(environment: own.merging(environment) { _, other in other }, directory: directory.url)
    }

    static func configuration(server: String) -> String {
        """
        {
          "server": "\(server)", "debug": false, "ui": { "button": { "cornerRadius": 5, "borderWidth": 1 } },
          "rules": { "maxPOExpense": 10000 }
        }
        """
    }
}
