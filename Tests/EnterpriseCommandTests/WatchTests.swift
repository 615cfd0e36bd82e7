import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized) struct WatchTests {
    private let installation: Installation

    init() throws { installation = try Installation() }

    @Test func `what is there already is shown when asked for, once`() async throws {
        let line = "enterprise-api watch announcements --polls 3 --interval 0.05"
        #expect(try await installation.run(shell: line).output == "")
        let all = try await installation.run(shell: line + " --all --json")
        let lines = all.output.split(separator: "\n")
        #expect(lines.count == 8 && lines.allSatisfy { $0.hasPrefix(#"{"id":""#) })
    }

    @Test func `a new order is shown, and outages are waited for`() async throws {
        let proxy = try FaultProxy(to: installation.backend.server)
        let program = installation.program()
        let (watcher, lines) = try await program.start(
            ["watch", "purchases", "--all", "--interval", "0.1", "--server", proxy.url],
            lines: 3
        )
        #expect(lines.count == 3)
        watcher.send(signal: SIGINT)
        #expect(try await watcher.exitCode() == 130)

        let output = installation.directory.url.appending(component: "seen")
        let shell = "enterprise-api watch purchases --polls 1000 --interval 0.1 --server \(proxy.url) >seen 2>notes"
        let earlier = installation.backend.backend.calls(to: .purchases)
        async let watching = installation.run(shell: shell + " & echo $! >pid; wait $!")
        try await until { installation.backend.backend.calls(to: .purchases) >= earlier + 2 }
        proxy.refuse()
        proxy.disconnectAll()
        let notes = installation.directory.url.appending(component: "notes")
        try await until { (try? String(contentsOf: notes, encoding: .utf8))?.contains("going on") == true }
        let order = "enterprise-api purchases submit --number NEW-1 --item Screw=2 --yes --quiet"
        #expect(try await installation.run(shell: order).exitCode == 0)
        try proxy.accept()
        try await until { (try? String(contentsOf: output, encoding: .utf8))?.contains("NEW-1") == true }
        let pid = try String(contentsOf: installation.directory.url.appending(component: "pid"), encoding: .utf8)
        kill(Int32(pid.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0, SIGINT)
        #expect(try await watching.exitCode == 130)
        let seen = try String(contentsOf: output, encoding: .utf8)
        #expect(seen.split(separator: "\n").count == 1)
        let said = try String(contentsOf: notes, encoding: .utf8)
        #expect(said.contains("is back") && said.split(separator: "\n").count == 2)
    }

    @Test func `looks after the first ask whether anything has changed`() async throws {
        let answers = Mutex<[Int]>([])
        let server = try LoopbackServer { request in
            let isKnown = request.headers["If-None-Match"] == "\"v1\""
            answers.withLock { $0.append(isKnown ? 304 : 200) }
            let body = "[]"
            return isKnown
                ? ServerResponse(status: 304, headers: ["ETag": "\"v1\""])
                : ServerResponse(status: 200, headers: ["ETag": "\"v1\""], body: Array(body.utf8))
        }
        defer { server.stop() }
        let line = "enterprise-api watch events --server \(server.url) --polls 3 --interval 0.05"
        let nobody = ["ENTERPRISE_API_USER": "", "ENTERPRISE_API_PASSWORD": ""]
        let outcome = try await installation.run(shell: line, environment: nobody)
        #expect(outcome.exitCode == 0 && outcome.output == "")
        #expect(answers.withLock { $0 } == [200, 304, 304])
    }

    @Test func `what waiting does not mend ends it`() async throws {
        let wrong = ["ENTERPRISE_API_PASSWORD": "wrong"]
        #expect(try await installation.run("watch", "purchases", environment: wrong).exitCode == 4)
        let other = try await installation.run("watch", "products")
        #expect(other.exitCode == 2 && other.errors.contains("announcements, events, purchases"))
    }

    /// Looks until it is so; what is looked at belongs to another process, which tells nobody.
    private func until(_ isSo: @Sendable () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while !isSo() {
            guard ContinuousClock.now < end else { throw CancellationError() }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
