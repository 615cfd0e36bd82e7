import EnterpriseTesting
import Foundation
import Testing

/// `login`, `logout` and profiles: sessions that outlive the program.
@Suite(.serialized) struct SessionTests {
    private let installation: Installation
    private let state: URL

    init() throws {
        installation = try Installation()
        state = installation.directory.url.appending(component: "state")
    }

    private var logins: Int { installation.backend.backend.calls(to: .login) }
    private static let nobody = ["ENTERPRISE_API_USER": "", "ENTERPRISE_API_PASSWORD": ""]

    private func files() -> [URL] {
        let all = FileManager.default.enumerator(at: state, includingPropertiesForKeys: nil)?.allObjects as? [URL]
        return all ?? []
    }

    private func mode(_ url: URL) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int ?? -1
    }

    @Test func `later commands use what login kept, until logout`() async throws {
        let login = try await installation.run("login")
        #expect(login.exitCode == 0 && login.errors == "")
        for command in ["me", "announcements", "purchases"] {
            let outcome = try await installation.run(command, environment: Self.nobody)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        #expect(logins == 1)
        let logout = try await installation.run("logout", environment: Self.nobody)
        #expect(logout.errors.hasPrefix("signed out jane.doe on http://127.0.0.1"))
        #expect(try await installation.run("me", environment: Self.nobody).exitCode == 2)
        #expect(!files().contains { $0.lastPathComponent.hasSuffix(".session") || $0.lastPathComponent == "last-user" })
        #expect(try await installation.run("logout", environment: Self.nobody).exitCode == 0)
    }

    @Test func `what is kept is its owner's alone, and is no password`() async throws {
        _ = try await installation.run("login")
        let kept = files()
        #expect(kept.count >= 4)
        for url in kept {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            #expect(try mode(url) == (isFolder.boolValue ? 0o700 : 0o600), "\(url.path)")
            if !isFolder.boolValue {
                #expect(!(try String(contentsOf: url, encoding: .utf8)).contains(Installation.password))
            }
        }
    }

    @Test func `a session that the server has ended is renewed where there is a password`() async throws {
        _ = try await installation.run("login")
        installation.backend.backend.expireTokens()
        let ended = try await installation.run("me", environment: ["ENTERPRISE_API_PASSWORD": ""])
        #expect(ended.exitCode == 4)
        #expect(ended.errors.contains("`enterprise-api login`"))
        #expect(try await installation.run("me").exitCode == 0)
        #expect(logins == 2)
        // The new token is kept, so that nobody has to sign in again.
        #expect(try await installation.run("me", environment: Self.nobody).exitCode == 0)
        #expect(logins == 2)
    }

    @Test func `each user and each server has a session of their own`() async throws {
        _ = try await installation.run("login")
        _ = try await installation.run(
            "login",
            environment: ["ENTERPRISE_API_USER": "zoë", "ENTERPRISE_API_PASSWORD": "l'été"]
        )
        let last = try await installation.run("me", environment: Self.nobody)
        #expect(last.output.contains("zoë"))
        let jane = try await installation.run("me", "--user", "jane.doe", environment: Self.nobody)
        #expect(jane.output.contains("jane.doe"))
        let other = try ReferenceBackend.start()
        defer { other.stop() }
        let stranger = try await installation.run("me", "--server", other.url, environment: Self.nobody)
        #expect(stranger.exitCode == 2)
        #expect(other.backend.calls(to: .me) == 0, "no token goes to another server")
    }

    @Test func `a file that others may read is not trusted`() async throws {
        _ = try await installation.run("login")
        let session = try #require(files().first { $0.lastPathComponent.hasSuffix(".session") })
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: session.path)
        let outcome = try await installation.run("me", environment: Self.nobody)
        #expect(outcome.exitCode == 4)
        #expect(outcome.errors.contains("chmod 600"))
        let check = try await installation.run("config", "check", environment: Self.nobody)
        #expect(check.exitCode == 3)
        #expect(check.output.contains("✗ session"))
    }

    @Test func `a profile names another server and user`() async throws {
        let other = try ReferenceBackend.start(edition: .older)
        defer { other.stop() }
        let text =
            Installation.configuration(server: installation.backend.url).dropLast()
            + #", "profiles": {"old": {"server": "\#(other.url)", "user": "ravi.menon", "rules": {"maxPOExpense": 1}}}}"#
        try installation.directory.write(String(text), as: "configuration.json")
        let plain = try await installation.run("me", "--profile", "old", environment: Self.nobody)
        #expect(plain.exitCode == 2)
        let password = "tide:tables:2026 – çà et là"
        let login = try await installation.run("login", "--profile", "old", "--password-stdin", input: password + "\n")
        #expect(login.exitCode == 0, "\(login.errors)")
        let me = try await installation.run("me", "--profile", "old", environment: Self.nobody)
        #expect(me.output.contains("ravi.menon"))
        let viaVariable = ["ENTERPRISE_API_PROFILE": "old"].merging(Self.nobody) { own, _ in own }
        #expect(try await installation.run("me", environment: viaVariable).exitCode == 0)
        let unknown = try await installation.run("me", "--profile", "new")
        #expect(unknown.exitCode == 3 && unknown.errors.contains("there are: old"))
        let show = try await installation.run("config", "show", "--profile", "old")
        #expect(show.output.contains("profile old"))
    }
}
