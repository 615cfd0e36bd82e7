import EnterpriseTesting
import Foundation
import Testing

/// What people see on a terminal, and programs in a pipe.
@Suite(.serialized, .enabled(if: FileManager.default.isExecutableFile(atPath: PseudoTerminal.python)))
struct TerminalTests {
    private let installation: Installation

    init() throws { installation = try Installation() }

    private func run(_ line: String, width: Int = 80, _ environment: [String: String] = [:]) async throws -> String {
        let program = installation.program(["TERM": "xterm"].merging(environment) { _, own in own })
        let outcome = try await PseudoTerminal.run(line, program, width: width)
        #expect(outcome.exitCode == 0)
        return outcome.screen
    }

    @Test func `a terminal has colour, a pipe has none, and both can be told otherwise`() async throws {
        let escape = "\u{1B}["
        #expect(try await run("enterprise-api products").contains(escape + "1mName"))
        #expect(!(try await run("enterprise-api products | cat").contains(escape)))
        #expect(!(try await run("enterprise-api products", ["NO_COLOR": "1"]).contains(escape)))
        #expect(!(try await run("enterprise-api products", ["TERM": "dumb"]).contains(escape)))
        #expect(!(try await run("enterprise-api products --color never").contains(escape)))
        #expect(try await run("enterprise-api products --color always | cat", ["NO_COLOR": "1"]).contains(escape))
    }

    @Test(arguments: [40, 60, 132])
    func `announcements fill the terminal's width, and no more`(width: Int) async throws {
        let screen = try await run("enterprise-api announcements --color never", width: width)
        let lines = screen.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("• Welcome aboard") == true)
        #expect(lines.allSatisfy { line in line.reduce(0) { $0 + $1.width } <= width })
        #expect(screen.contains("• Zoë"))
    }

    @Test func `a month is as wide as the terminal`() async throws {
        let line = "enterprise-api events --format month --month 2026-01 --first-day monday --color never"
        for width in [50, 90] {
            let lines = try await run(line, width: width).split(separator: "\n")
            #expect(lines[1].count == (width - 8) / 7 * 7 + 8)
            #expect(lines[2].hasPrefix("│Mon"))
        }
    }

    @Test func `a password is asked for and not shown`() async throws {
        let program = installation.program(["ENTERPRISE_API_PASSWORD": ""])
        let outcome = try await PseudoTerminal.run(
            "enterprise-api login",
            program,
            answers: [("Password of jane.doe: ", Installation.password + "\n")]
        )
        #expect(outcome.exitCode == 0)
        #expect(outcome.screen.contains("80559AB9"))
        #expect(!outcome.screen.contains(Installation.password))
    }

    @Test func `an order is sent when the answer is yes, and only then`() async throws {
        let line = "enterprise-api purchases submit --number PO-1 --item Screw=3"
        for (answer, exitCode, count) in [("n\n", 1, 3), ("\n", 1, 3), ("y\n", 0, 4)] {
            let outcome = try await PseudoTerminal.run(line, installation.program(), answers: [("[y/N] ", answer)])
            #expect(outcome.exitCode == exitCode)
            #expect(outcome.screen.contains("Total   0.03"))
            #expect(installation.backend.backend.orders.count == count)
        }
    }

    @Test(arguments: ["watch events --interval 60", "events", "login", "request GET events"])
    func `Ctrl-C ends it at once, with 130`(command: String) async throws {
        let proxy = try FaultProxy(to: installation.backend.server, plan: .always(.neverAnswering))
        let environment = command == "login" ? ["ENTERPRISE_API_PASSWORD": ""] : [:]
        let question = command == "login" ? "Password" : "ready"
        var fastest = Int.max
        // The machine may be busy with other things, but hardly each time.
        for _ in 0..<5 where fastest > Self.atOnce {
            let outcome = try await PseudoTerminal.run(
                "echo ready; exec enterprise-api \(command) --server \(proxy.url)",
                installation.program(environment),
                // Each answer takes a moment: the program has begun when it is interrupted.
                answers: (0..<15).map { _ in ("ready", "") } + [(question, "\u{3}")]
            )
            #expect(outcome.exitCode == 130)
            #expect(!outcome.screen.contains("enterprise-api:"))
            fastest = min(fastest, outcome.milliseconds)
        }
        #expect(fastest <= Self.atOnce)
    }

    /// Milliseconds; the thread sanitizer takes its time to end a process.
    private static let atOnce =
        ProcessInfo.processInfo.environment["LD_PRELOAD"]?.contains("tsan") == true ? 3_000 : 200

    @Test func `Ctrl-C during a download leaves no part of the file`() async throws {
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in
            ServerResponse(status: 200, body: Array(repeating: 0x61, count: 500_000)).held(after: 200_000, until: gate)
        }
        defer {
            gate.open()
            server.stop()
        }
        let nobody = ["ENTERPRISE_API_USER": "", "ENTERPRISE_API_PASSWORD": ""]
        let outcome = try await PseudoTerminal.run(
            "mkdir here; cd here; exec enterprise-api download big big.bin --server \(server.url)",
            installation.program(nobody),
            answers: [("%", "\u{3}")]
        )
        #expect(outcome.exitCode == 130)
        let folder = installation.directory.url.appending(component: "here").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test func `nothing a server sends reaches the terminal raw`() async throws {
        let body = ##"[{"id": "1", "message": "\u001b]0;owned\u0007 \u009b2J \u202e"}]"##
        installation.backend.backend.override(.announcements, with: ServerResponse(status: 200, body: Array(body.utf8)))
        for line in [
            "announcements", "announcements --format csv", "request GET announcements",
            "watch announcements --all --polls 1",
        ] {
            let screen = try await run("enterprise-api \(line) --color never")
            #expect(screen.contains("owned"))
            #expect(!screen.unicodeScalars.contains { $0.properties.isBidiControl })
            #expect(!screen.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
    }
}

extension Character {
    /// Columns on a terminal, told apart roughly and not by the program's own table.
    fileprivate var width: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        return scalar.value >= 0x1100 && (scalar.value >= 0x1F000 || (0x3000...0xD7FF).contains(scalar.value)) ? 2 : 1
    }
}
