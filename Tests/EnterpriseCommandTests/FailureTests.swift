import EnterpriseTesting
import Foundation
import Testing

/// How the built program says what went wrong: the exit code, and one line on standard error.
@Suite(.serialized) struct FailureTests {
    private func expect(_ outcome: Program.Outcome, exits code: Int32, saying words: String...) {
        #expect(outcome.exitCode == code)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("enterprise-api: "))
        #expect(outcome.errors.firstIndex(of: "\n") == outcome.errors.indices.last, "one line: \(outcome.errors)")
        for word in words {
            #expect(outcome.errors.contains(word))
        }
        #expect(!outcome.errors.contains(Installation.password))
    }

    @Test func `a wrong password is refused, and not shown`() async throws {
        for command in ["login", "products"] {
            let wrong = ["ENTERPRISE_API_PASSWORD": "hunter2"]
            let outcome = try await Installation().run(command, environment: wrong)
            expect(outcome, exits: 4, saying: "check the user's name and the password")
            #expect(!outcome.errors.contains("hunter2"))
        }
    }

    @Test func `a server that is down`() async throws {
        let installation = try Installation()
        installation.backend.refuse()
        expect(try await installation.run("events"), exits: 1, saying: "no connection", "--server URL")
    }

    @Test func `a name that does not resolve`() async throws {
        let outcome = try await Installation().run("events", "--server", "http://no-such-host.invalid")
        expect(outcome, exits: 1, saying: "does not resolve", "http://no-such-host.invalid")
    }

    @Test func `an answer that is no JSON`() async throws {
        let installation = try Installation()
        let page = ServerResponse(status: 200, body: Array("<html>proxy</html>".utf8))
        installation.backend.backend.override(.events, with: page)
        expect(try await installation.run("events"), exits: 1, saying: "can't be read", "is the backend")
    }

    @Test func `a user the backend does not know`() async throws {
        expect(try await Installation().run("user", "nobody"), exits: 1, saying: "not found", "check the id")
    }

    @Test(arguments: ["login", "events", "user 42"])
    func `an address with a wrong path is told from a wrong id`(command: String) async throws {
        let installation = try Installation()
        let server = installation.backend.url + "elsewhere"
        let outcome = try await installation.run(shell: "enterprise-api \(command) --server \(server)")
        expect(outcome, exits: 1, saying: "not found", "check that \(server) is the backend's address", "--server URL")
        #expect(!outcome.errors.contains("the id"))
    }

    @Test(arguments: [
        (["me"], "--user NAME"), (["me", "--user", "jane.doe"], "ENTERPRISE_API_PASSWORD"),
        (["me", "--user", "jane:doe"], "colon"), (["me", "--user", "jane.doe", "--password-stdin"], "is empty"),
        (["events", "--server", "ftp://u:hunter2@x/"], "--server needs"), (["events", "--frobnicate"], "--help"),
        (["user", ".."], "the ID"), (["user", ""], "the ID"), ([], "demo"),
    ])
    func `wrong usage`(arguments: [String], words: String) async throws {
        let installation = try Installation()
        let line = ["enterprise-api"] + arguments.map { "'\($0)'" }
        let program = Program(directory: installation.directory.url)
        let outcome = try await program.run(shell: line.joined(separator: " "))
        expect(outcome, exits: 2, saying: words)
        #expect(!outcome.errors.contains("hunter2"))
    }

    @Test(arguments: [
        ("", ":1:1: is not JSON"), ("{", ":1:2: is not JSON"),
        (Installation.configuration(server: "nonsense"), "server"),
        (#"{"server": "http://localhost:1/"}"#, "debug"),
    ])
    func `a bad configuration`(text: String, words: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.write(text, as: "bad.json")
        expect(
            try await Program(directory: directory.url).run(["events", "--config", "bad.json"]),
            exits: 3,
            saying: "bad.json",
            words
        )
    }

    @Test func `no configuration at all`() async throws {
        let directory = try TemporaryDirectory()
        let outcome = try await Program(directory: directory.url).run(["events", "--config", "none.json"])
        expect(outcome, exits: 3, saying: "none.json")
        var program = Program(directory: directory.url)
        program.environment["ENTERPRISE_API_CONFIG"] = "other.json"
        expect(try await program.run(["events", "--server", "http://127.0.0.1:1"]), exits: 3, saying: "other.json")
        program.environment["ENTERPRISE_API_SERVER"] = "http://127.0.0.1:1"
        expect(try await program.run(["events"]), exits: 3, saying: "other.json")
        program.environment = [:]
        expect(try await program.run(["events"]), exits: 3, saying: "configuration.json", "--server URL")
    }

    @Test func `a variable that is no address, without a configuration`() async throws {
        let directory = try TemporaryDirectory()
        var program = Program(directory: directory.url)
        program.environment["ENTERPRISE_API_SERVER"] = "http://u:hunter2@x/"
        let outcome = try await program.run(["events"])
        expect(outcome, exits: 3, saying: "environment variable ENTERPRISE_API_SERVER")
        #expect(!outcome.errors.contains("hunter2"))
    }

    @Test func `a reader that goes away is no failure`() async throws {
        let outcome = try await Installation().run(
            shell:
                "enterprise-api employees | :; echo ${PIPESTATUS[0]}; enterprise-api demo | head -n 1; echo ${PIPESTATUS[0]}"
        )
        #expect(outcome.errors == "")
        #expect(outcome.output.split(separator: "\n").filter { $0 == "0" }.count == 2)
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: ["events", "events --json", "demo", "serve --port 0", "--help", "--version"]
    )
    func `a full disk is one`(command: String) async throws {
        let outcome = try await Installation().run(shell: "enterprise-api \(command) > /dev/full")
        expect(outcome, exits: 1)
        #expect(outcome.errors == "enterprise-api: can't write the output: No space left on device\n")
    }

    @Test(arguments: ["events", "demo", "--version"])
    func `a stream that is closed is nobody else's`(command: String) async throws {
        let installation = try Installation()
        let outcome = try await installation.run(shell: "enterprise-api \(command) <&- >&-")
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
        let silent = try await installation.run(shell: "enterprise-api evnts 2>&-")
        #expect(silent.output == "")
        #expect(silent.exitCode == 2)
    }
}
