import EnterpriseHTTP
import Foundation
import Testing

@testable import enterprise_api

/// The examples that `--help` shows, taken from what the built program prints and run as they stand.
@Suite(.timeLimit(.minutes(2))) struct ExampleTests {
    @Test(arguments: Command.allCases)
    func `the examples of a command work`(command: Command) async throws {
        let installation = try Installation()
        try installation.directory.write(Installation.password + "\n", as: "password.txt")
        let help = try await installation.run(command.rawValue, "--help")
        #expect(help.exitCode == 0)
        let examples = help.output.matches(of: /\n  \$ (.+)/).map { String($0.1) }
        #expect(examples == command.examples)
        for example in examples where command != .serve {
            let outcome = try await installation.run(shell: example, environment: ["ENTERPRISE_API_USER": ""])
            #expect(outcome.exitCode == 0)
            #expect(outcome.errors == "")
        }
        if command == .serve {
            #expect(examples == ["enterprise-api serve --port 0"])
            let (server, lines) = try await Program().start(["serve", "--port", "0"], lines: 2)
            #expect(lines.first?.hasPrefix("listening on ") == true)
            server.send(signal: SIGTERM)
            #expect(try await server.exitCode() == 0)
        }
    }

    @Test func `the version and the overview`() async throws {
        #expect(try await Program().run(["--version"]).output == "enterprise-api \(SDKVersion.current)\n")
        #expect(try await Program().run(["--help"]).output == Help.overview + "\n")
    }
}
