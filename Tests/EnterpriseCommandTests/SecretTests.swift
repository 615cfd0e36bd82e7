import EnterpriseTesting
import Foundation
import Testing

/// Nothing secret shows where others can look.
@Suite(.serialized) struct SecretTests {
    @Test func `the process list and the environment's children show no secret`() async throws {
        let installation = try Installation()
        let proxy = try FaultProxy(to: installation.backend.server, plan: .always(.neverAnswering))
        try installation.directory.write(Installation.password + "\n", as: "password")
        let line = """
            enterprise-api login --password-stdin --server \(proxy.url) < password & pid=$!
            for i in 1 2 3 4 5 6 7 8 9 10; do tr '\\0' ' ' < /proc/$pid/cmdline; echo; sleep 0.05; done
            kill -INT $pid; wait $pid
            """
        let outcome = try await installation.run(shell: line, environment: ["ENTERPRISE_API_PASSWORD": ""])
        #expect(outcome.output.contains("login --password-stdin"))
        #expect(!outcome.output.contains(Installation.password))
    }

    @Test func `no command prints the password or the token`() async throws {
        let installation = try Installation()
        _ = try await installation.run("login")
        let state = installation.directory.url.appending(component: "state")
        let files =
            FileManager.default.enumerator(at: state, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
        let session = try #require(files.first { $0.lastPathComponent.hasSuffix(".session") })
        let kept = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: session))
        let token = try #require(kept["token"])
        let commands = [
            "login -v", "login --json", "me -v", "announcements -v", "config show", "config show --json",
            "config check",
            "doctor -v", "request GET users/me -v --include", "watch events --polls 1 -v", "download events x -v",
            "purchases submit --number P --item Screw=1 --dry-run -v", "logout -v",
        ]
        for command in commands {
            let outcome = try await installation.run(shell: "enterprise-api \(command)")
            let all = outcome.output + outcome.errors
            #expect(!all.contains(token) && !all.contains(Installation.password), "\(command)")
            #expect(!all.contains(Data("jane.doe:\(Installation.password)".utf8).base64EncodedString()))
        }
    }
}
