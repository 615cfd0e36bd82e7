import EnterpriseTesting
import Foundation
import Testing

/// `serve`, as the built program.
@Suite(.timeLimit(.minutes(2))) struct ServeTests {
    @Test(arguments: [SIGINT, SIGTERM])
    func `it serves until a signal, then ends well`(signal: Int32) async throws {
        let (server, line) = try await Program().start(["serve", "--port", "0"])
        let url = try #require(line.wholeMatch(of: /listening on (http:\/\/127\.0\.0\.1:[0-9]+)/)).1
        let events = try await Program().run(["events", "--json", "--server", String(url)])
        #expect(events.exitCode == 0)
        server.send(signal: signal)
        #expect(try await server.exitCode() == 0)
    }

    @Test func `a port that is taken is said`() async throws {
        let installation = try Installation()
        let outcome = try await Program().run(["serve", "--port", "\(installation.backend.server.port)"])
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("--port 0"))
    }
}
