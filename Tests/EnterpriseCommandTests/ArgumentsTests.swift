import Testing

@testable import enterprise_api

@Suite(.serialized) struct ArgumentsTests {
    @Test func `a command with options before, after and joined by an equals sign`() throws {
        let arguments = try Arguments.parse(["--json", "user", "--server=http://x/?a=b", "--user", "ada", "42"])
        #expect(arguments.command == .user)
        #expect(arguments.operands == ["42"])
        #expect(arguments.options == [.json, .server, .user])
        #expect(arguments[.server] == "http://x/?a=b")
        #expect(arguments[.user] == "ada")
        #expect(!arguments.has(.passwordStdin))
    }

    @Test func `two dashes end the options`() throws {
        let arguments = try Arguments.parse(["user", "--", "--json"])
        #expect(arguments.operands == ["--json"])
        #expect(arguments.options.isEmpty)
    }

    @Test(arguments: ["-1", "-"])
    func `a dash alone or before a digit begins a value`(value: String) throws {
        #expect(try Arguments.parse(["me", "--user", value])[.user] == value)
    }

    @Test(arguments: [
        (["--help"], nil), (["-h"], nil), (["events", "--help"], Command.events), (["--help", "events"], .events),
        (["user", "--help"], .user), (["--version"], nil),
    ])
    func `help and version ask for nothing else`(words: [String], command: Command?) throws {
        let arguments = try Arguments.parse(words)
        #expect(arguments.command == command)
        #expect(arguments.has(.help) || arguments.has(.version))
    }

    @Test(arguments: [
        ([], "say what to do, such as `enterprise-api demo`; see `enterprise-api --help`"),
        (["evnts"], "unknown command; did you mean `events`?; see `enterprise-api --help`"),
        (["xyzzy!"], "unknown command; the first word names what to do; see `enterprise-api --help`"),
        (["events", "--jsn"], "unknown option --jsn; did you mean --json?; see `enterprise-api events --help`"),
        (["events", "--quux"], "unknown option --quux; see `enterprise-api events --help`"),
        (["events", "-x"], "unknown option; see `enterprise-api events --help`"),
        (["events", "--json=1"], "--json takes no value; see `enterprise-api events --help`"),
        (["events", "--json", "--json"], "--json is given twice; see `enterprise-api events --help`"),
        (["events", "--user"], "--user needs a value: --user NAME or --user=NAME; see `enterprise-api events --help`"),
        (
            ["me", "--user", "--json"],
            "--user needs a value: --user NAME or --user=NAME; see `enterprise-api me --help`"
        ),
        (["me", "--user="], "--user needs a value: --user NAME or --user=NAME; see `enterprise-api me --help`"),
        (["demo", "--port", "1"], "--port means nothing to `demo`; see `enterprise-api demo --help`"),
        (["user"], "`user` takes ID after it, not 0 words; see `enterprise-api user --help`"),
        (["user", ""], "the ID is empty; see `enterprise-api user --help`"),
        (["user", "."], "the ID can't be . or ..; see `enterprise-api user --help`"),
        (["user", ".."], "the ID can't be . or ..; see `enterprise-api user --help`"),
        (["serve", "--port", "-x"], "--port needs a value: --port N or --port=N; see `enterprise-api serve --help`"),
        (["me", "a", "b"], "`me` takes nothing after it, not 2 words; see `enterprise-api me --help`"),
    ])
    func `what is wrong is said, with what to do`(words: [String], message: String) {
        #expect(throws: CommandError(.usage, message)) { try Arguments.parse(words) }
    }

    @Test(arguments: [
        ["me", "--password", "hunter2"], ["me", "--password=hunter2"], ["me", "-phunter2"], ["me", "--pass-hunter2"],
        ["me", "-hunter2"], ["me", "--hunter2"], ["me", "ada", "hunter2"], ["me", "--json=hunter2"], ["hunter2"],
    ])
    func `a secret in the wrong place is not repeated`(words: [String]) throws {
        let error = try #require(throws: CommandError.self) { try Arguments.parse(words) }
        #expect(error.exitCode == .usage)
        #expect(!error.message.contains("hunter2"))
    }

    @Test func `a password as an option is answered with where it goes`() throws {
        let error = try #require(throws: CommandError.self) { try Arguments.parse(["me", "--password=x"]) }
        #expect(error.message.contains("ENTERPRISE_API_PASSWORD"))
    }

    @Test(arguments: [("", "abc", 3), ("abc", "abc", 0), ("abc", "", 3), ("kitten", "sitting", 3), ("jsn", "json", 1)])
    func `the distance of two words`(left: String, right: String, distance: Int) {
        #expect(left.editDistance(to: right) == distance)
    }
}
