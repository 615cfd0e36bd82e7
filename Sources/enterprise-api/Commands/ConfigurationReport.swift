import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// `config show` and `config check`.
enum ConfigurationReport {
    static func show(_ arguments: Arguments, environment: [String: String]) throws {
        let settings = try Settings(arguments, environment: environment)
        let terminal = try Terminal(arguments, environment: environment)
        let rows = settings.rows(arguments, environment: environment)
        try Output.write(
            arguments.has(.json) ? JSONOutput.text(of: rows) : Table(rows, Setting.columns).text(terminal.style)
        )
    }

    static func check(_ arguments: Arguments, environment: [String: String]) throws -> ExitCode {
        let settings = try Settings(arguments, environment: environment)
        let terminal = try Terminal(arguments, environment: environment)
        let checks = checks(of: settings)
        try Output.write(Finding.table(checks, style: terminal.style))
        return checks.contains { $0.status == .failure } ? .configuration : .success
    }

    /// What is to be said of settings that could be read at all.
    static func checks(of settings: Settings) -> [Finding] {
        var findings = [
            settings.file.map { Finding("configuration", .ok, $0.path) }
                ?? Finding("configuration", .warning, "none", hint: "the company's rules are not known without one")
        ]
        let server = settings.configuration.server
        let isPlain =
            server.url.scheme == "http"
            && !["localhost", "127.0.0.1", "::1", "[::1]"].contains(server.url.host() ?? "")
        findings.append(
            isPlain
                ? Finding("server", .warning, "\(server)", hint: "passwords and tokens go unencrypted: use https")
                : Finding("server", .ok, "\(server)")
        )
        for (name, profile) in (settings.file?.profiles ?? [:]).sorted(by: { $0.key < $1.key }) {
            findings.append(check(name, profile))
        }
        if let file = settings.sessionFile, FileManager.default.fileExists(atPath: file.path) {
            do {
                _ = try FileTokenStore(file).load()
                findings.append(Finding("session", .ok, "of \(settings.user ?? "")"))
            } catch {
                findings.append(
                    Finding(
                        "session",
                        .failure,
                        "can't be trusted: \(error)",
                        hint: "`enterprise-api login` makes another"
                    )
                )
            }
        }
        return findings
    }

    private static func check(_ name: String, _ profile: ConfigurationFile.Profile) -> Finding {
        guard let text = profile.server else { return Finding("profile \(name)", .ok, "the same server") }
        do {
            return Finding("profile \(name)", .ok, "\(try BaseURL(text))")
        } catch {
            return Finding("profile \(name)", .failure, "its server can't be used", hint: "it needs \(error.expected)")
        }
    }
}
