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
        let help = try await installation.run(shell: "enterprise-api \(command.rawValue) --help")
        #expect(help.exitCode == 0)
        try installation.directory.write(#"{"poNumber": "PO-8", "purchases": []}"#, as: "order.json")
        if command == .submit {
            let order = #"{"poNumber": "PO-8", "purchases": [{"productId": "Screw", "quantity": 3}]}"#
            try installation.directory.write(order, as: "order.json")
        }
        let examples = help.output.matches(of: /\n  \$ (.+)/).map { String($0.1) }
        #expect(examples == command.details.examples)
        for example in examples where command != .serve {
            let outcome = try await installation.run(shell: example, environment: ["ENTERPRISE_API_USER": ""])
            // The company has a kind of event that nobody knows, on purpose.
            #expect(outcome.exitCode == (command == .doctor ? 5 : 0), "\(example)")
            let speaks = [.logout, .download, .upload, .submit].contains(command)
            #expect(speaks || outcome.errors == "")
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
