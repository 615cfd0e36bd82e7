import EnterpriseTesting
import Foundation
import Testing

@testable import enterprise_api

@Suite(.serialized) struct DoctorTests {
    private func doctor(_ installation: Installation, _ options: String...) async throws -> Program.Outcome {
        try await installation.run(shell: "enterprise-api doctor " + options.joined(separator: " "))
    }

    private func body(_ text: String) -> ServerResponse { ServerResponse(status: 200, body: Array(text.utf8)) }

    @Test func `a backend that keeps the contract is well`() async throws {
        let installation = try Installation()
        let events = #"[{"id": "1", "name": "n", "date": "2026-01-01T00:00:00Z", "type": "Meeting", "duration": 1}]"#
        installation.backend.backend.override(
            .events,
            with: ServerResponse(
                status: 200,
                headers: ["Date": Self.date(.now)],
                body: Array(events.utf8)
            )
        )
        let outcome = try await doctor(installation)
        #expect(outcome.exitCode == 0, "\(outcome.output)")
        let checks = outcome.output.split(separator: "\n").map { $0.split(separator: " ")[1] }
        #expect(
            checks == [
                "configuration", "server", "proxy", "name", "connection", "clock", "login", "announcements",
                "employees",
                "events", "products", "purchases", "me", "edition",
            ]
        )
        #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasPrefix("✓ ") })
    }

    @Test func `deviations from the contract are warnings`() async throws {
        let installation = try Installation()
        installation.backend.backend.override(
            .products,
            with: body(#"[{"id": "1", "name": "n", "unitPrice": 1, "colour": 2}]"#)
        )
        installation.backend.backend.override(
            .events,
            with: ServerResponse(
                status: 200,
                headers: ["Date": Self.date(.now - 3600)],
                body: Array("[]".utf8)
            )
        )
        let outcome = try await doctor(installation)
        #expect(outcome.exitCode == 5)
        #expect(outcome.output.contains("! products"))
        #expect(outcome.output.contains("unknown field \"colour\" in 1 of 1"))
        #expect(outcome.output.contains(/! clock  .*the server's is 360\d s behind/))
    }

    @Test func `the older edition is told from the current one`() async throws {
        let installation = try Installation(ReferenceBackend.start(edition: .older))
        #expect(try await doctor(installation).output.contains(/edition  .*older \(announcements: ids are numbers\)/))
    }

    @Test func `an answer that can't be read, or a login that is refused, is a failure with a hint`() async throws {
        let installation = try Installation()
        installation.backend.backend.override(.purchases, with: body(#"[{"id": 1}]"#))
        let outcome = try await doctor(installation)
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.output.contains("✗ purchases") && outcome.output.contains("→ the backend and this program differ")
        )
        let refused = try await installation.run("doctor", environment: ["ENTERPRISE_API_PASSWORD": "hunter2"])
        #expect(refused.exitCode == 1)
        #expect(refused.output.contains("✗ login") && !refused.output.contains("hunter2"))
    }

    @Test func `a server that is down, a name that does not resolve, a bad configuration`() async throws {
        let installation = try Installation()
        installation.backend.refuse()
        let down = try await doctor(installation)
        #expect(down.exitCode == 1 && down.output.contains("✗ connection"))
        let unknown = try await doctor(installation, "--server http://no-such-host.invalid")
        #expect(unknown.exitCode == 1 && unknown.output.contains("✗ name") && !unknown.output.contains("connection"))
        try installation.directory.write("{", as: "configuration.json")
        let bad = try await doctor(installation)
        #expect(bad.exitCode == 1 && bad.output.contains("✗ configuration") && bad.output.contains("is not JSON"))
    }

    @Test func `JSON says the same, for programs`() async throws {
        let outcome = try await doctor(Installation(), "--json")
        #expect(outcome.exitCode == 5)
        struct Row: Decodable {
            var check: String
            var status: String
            var detail: String
        }
        let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
        #expect(rows.contains { $0.check == "events" && $0.status == "warning" && $0.detail.contains("Hackathon") })
        #expect(rows.allSatisfy { ["ok", "warning", "failure"].contains($0.status) })
    }

    @Test func `a certificate that ends soon is a warning`() throws {
        let end = try #require(Certificate.end("notAfter=Jun  1 12:00:00 2027 GMT\n"))
        #expect(end == Date(timeIntervalSince1970: 1_811_851_200))
        #expect(Certificate.finding(end: end, now: end - 86_400 * 100).detail.contains("for 100 days more"))
        #expect(Certificate.finding(end: end, now: end - 86_400 * 3).status == .warning)
    }

    private static func date(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
