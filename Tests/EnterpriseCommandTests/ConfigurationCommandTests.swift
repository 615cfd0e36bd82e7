import EnterpriseTesting
import Foundation
import Testing

/// `config show`, `config check` and `completion`.
@Suite(.serialized) struct ConfigurationCommandTests {
    @Test func `every setting says where it came from, and no secret is shown`() async throws {
        let installation = try Installation()
        let outcome = try await installation.run(
            shell: "enterprise-api config show --server http://example.com/shop",
            environment: ["ENTERPRISE_API_DEBUG": "yes"]
        )
        #expect(outcome.exitCode == 0 && outcome.errors == "")
        #expect(outcome.output.contains(/server +http:\/\/example.com\/shop +option --server\n/))
        #expect(outcome.output.contains(/debug +true +environment ENTERPRISE_API_DEBUG\n/))
        #expect(outcome.output.contains(/rules.maxPOExpense +10000 +file .*configuration.json\n/))
        #expect(outcome.output.contains(/user +jane.doe +environment ENTERPRISE_API_USER\n/))
        #expect(outcome.output.contains(/password +<redacted> +environment ENTERPRISE_API_PASSWORD\n/))
        #expect(outcome.output.contains(/timeout +60 +default\n/))
        #expect(!outcome.output.contains(Installation.password))
    }

    @Test func `the section network leads to the server, and is shown and checked`() async throws {
        let installation = try Installation()
        let port = try #require(URL(string: installation.backend.url)?.port)
        func configure(_ network: String) throws {
            let text = Installation.configuration(server: "http://shop.example.com:\(port)").dropLast()
            try installation.directory.write(text + #", "network": {\#(network)}}"#, as: "configuration.json")
        }
        try configure(#""resolve": {"shop.example.com:\#(port)": ["127.0.0.1"]}"#)
        #expect(try await installation.run("events").exitCode == 0)
        #expect(try await installation.run("doctor").output.contains(/✓ name +not looked up here/))
        let shown = try await installation.run("config", "show").output
        #expect(shown.contains(/network.resolve +shop.example.com:\d+ +file .*configuration.json\n/))
        #expect(shown.contains(/network.maxConnections +256 +default\n/))
        try configure(#""caFile": "nowhere.pem""#)
        let missing = try await installation.run("events")
        #expect(missing.exitCode == 3 && missing.errors.contains("nowhere.pem"), "\(missing.errors)")
    }

    @Test func `a check names what is wrong`() async throws {
        let installation = try Installation()
        let good = try await installation.run("config", "check")
        #expect(good.exitCode == 0 && good.output.contains("✓ configuration"))
        let text =
            Installation.configuration(server: "http://shop.example.com").dropLast()
            + #", "profiles": {"bad": {"server": "ftp://u:hunter2@x"}}}"#
        try installation.directory.write(String(text), as: "configuration.json")
        let bad = try await installation.run("config", "check")
        #expect(bad.exitCode == 3)
        #expect(
            bad.output.contains("✗ profile bad") && bad.output.contains("! server") && !bad.output.contains("hunter2")
        )
        #expect(
            try await installation.run("config").errors.contains("`config` needs one of these after it: show, check")
        )
    }

    @Test(arguments: [
        ("", "doctor"), ("eve", "events"), ("purchases ", "submit"), ("config ", "check"),
        ("events --format ", "agenda"), ("events --fo", "--format"), ("completion ", "fish"),
        ("watch a", "announcements"),
        ("--server http://x employees --format ", "mermaid"), ("purchases submit --dr", "--dry-run"),
    ])
    func `bash completes commands, options and values`(line: String, word: String) async throws {
        let words = ("enterprise-api " + line).split(separator: " ", omittingEmptySubsequences: false)
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let shell = """
            source <(enterprise-api completion bash)
            COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _enterprise_api; printf '%s\\n' "${COMPREPLY[@]}"
            """
        let outcome = try await Program().run(shell: shell)
        #expect(outcome.errors == "")
        #expect(outcome.output.split(separator: "\n").contains(Substring(word)), "\(outcome.output)")
    }

    @Test(.enabled(if: Tool.fish.isUsable, Tool.fish.reason))
    func `fish completes too`() async throws {
        let shell =
            "enterprise-api completion fish >f.fish; fish -c 'source f.fish; complete -C \"enterprise-api events --format \"'"
        let installation = try Installation()
        let outcome = try await installation.run(shell: shell, environment: ["HOME": installation.directory.url.path])
        #expect(outcome.output.contains("agenda"), "\(outcome.errors)")
    }

    @Test(.enabled(if: Tool.zsh.isUsable, Tool.zsh.reason))
    func `zsh takes the script`() async throws {
        let shell = "enterprise-api completion zsh >z.zsh; zsh -f -c 'source ./z.zsh; whence -w _enterprise_api'"
        let installation = try Installation()
        let outcome = try await installation.run(shell: shell, environment: ["HOME": installation.directory.url.path])
        #expect(outcome.output.contains("_enterprise_api: function"), "\(outcome.errors)")
    }
}
