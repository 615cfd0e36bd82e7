import EnterpriseTesting
import Foundation
import Testing

/// `serve`, as the built program.
@Suite(.timeLimit(.minutes(2))) struct ServeTests {
    @Test(arguments: [SIGINT, SIGTERM])
    func `it serves until a signal, then ends well`(signal: Int32) async throws {
        let (server, lines) = try await Program().start(["serve", "--port", "0"], lines: 2)
        let url = try #require(lines.first?.wholeMatch(of: /listening on (http:\/\/127\.0\.0\.1:[0-9]+)/)).1
        let events = try await Program().run(["events", "--json", "--server", String(url)])
        #expect(events.exitCode == 0)
        server.send(signal: signal)
        #expect(try await server.exitCode() == 0)
    }

    @Test func `its second line lets a new user sign in`() async throws {
        let (server, lines) = try await Program().start(["serve", "--port", "0"], lines: 2)
        defer { server.send(signal: SIGTERM) }
        let url = try #require(lines.first?.split(separator: " ").last)
        let account = try #require(lines.last?.wholeMatch(of: /sign in as (.+), password: (.+)/))
        let arguments = ["login", "--server", String(url), "--user", String(account.1), "--password-stdin"]
        let state = try TemporaryDirectory()
        let login = try await Program(environment: ["XDG_STATE_HOME": state.url.path]).run(
            arguments,
            input: String(account.2)
        )
        #expect(login.errors == "")
        #expect(login.exitCode == 0)
        #expect(lines.count == 2)
    }

    @Test(arguments: [["-1"], ["65536"], ["+80"], ["http"]])
    func `a port that is none is said to be none`(value: [String]) async throws {
        let outcome = try await Program().run(["serve", "--port"] + value)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("--port is a number from 0 to 65535"))
    }

    @Test func `a port that is taken is said`() async throws {
        let installation = try Installation()
        let outcome = try await Program().run(["serve", "--port", "\(installation.backend.server.port)"])
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("--port 0"))
    }
}
