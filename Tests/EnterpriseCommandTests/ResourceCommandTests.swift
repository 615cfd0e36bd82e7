import EnterpriseAPI
import EnterpriseTesting
import Foundation
import Testing

/// The commands that show what the backend holds, as the built program.
@Suite(.serialized) struct ResourceCommandTests {
    private static let id = "80559AB9-AF18-47F7-818C-A0B46597ECB6"

    @Test(arguments: [
        ("login", 1, "User      Id\njane.doe  80559AB9-AF18-47F7-818C-A0B46597ECB6\n"),
        ("me", 1, "User      Name  Id\njane.doe        80559AB9-AF18-47F7-818C-A0B46597ECB6\n"),
        ("user \(id)", 1, "User      Name  Id\njane.doe        80559AB9-AF18-47F7-818C-A0B46597ECB6\n"),
        (
            "announcements", 8,
            """
            Id                                    Message
            C899AA1E-0726-4BA8-832E-00BBBA9E3EE5  Welcome aboard, and to harbour 7.

            """
        ),
        (
            "employees", 28,
            """
            Name                     Location    Birthday    Reports  Id
            Marguerite Okafor        Rotterdam   1966-06-21        4  B71298AD-7447-4696-8B9E-AEE6195F75AF
              Ines Carvalho          Lisbon      1972-01-09        2  80E61A14-1856-41F8-8640-574EB2FA0368

            """
        ),
        (
            "events", 10,
            """
            Begins (UTC)      Lasts  Kind         Name
            2026-01-15 09:00   1:30  Meeting      Quarterly review
            2026-01-20 13:30   0:45  Appointment  Dentist

            """
        ),
        (
            "products", 12,
            """
            Name                  Unit price  Id
            Signal lamp               249.99  212459C8-1B24-4AAC-8255-D3F653259163
            Washer                       0.5  6802695B-9EB2-46E1-8E43-6499CC1E9946

            """
        ),
        (
            "purchases", 3,
            """
            Number    Ordered (UTC)     Due (UTC)         Items    Total  Comment       Id
            2025/017  2025-11-03 10:15  2025-12-01 00:00      2  1001.96  For the pier  53C81386-F0EB-4E72-8D44-3C85F807DF83

            """
        ),
    ])
    func `a table of what the backend holds`(command: String, rows: Int, beginning: String) async throws {
        let outcome = try await Installation().run(shell: "enterprise-api \(command)")
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.hasPrefix(beginning))
        #expect(outcome.output.split(separator: "\n").count == rows + 1)
    }

    @Test func `JSON of a list reads back as the models, and is the same every time`() async throws {
        let installation = try Installation()
        let first = try await installation.run("employees", "--json")
        let second = try await installation.run("--json", "employees")
        #expect(first.exitCode == 0)
        #expect(first.output == second.output)
        let employees = try JSONDecoder().decode([Employee].self, from: Data(first.output.utf8))
        #expect(employees.count == DemoCompany.demo.employees.count)
    }

    @Test(arguments: [
        ("me", #"{"id":"80559AB9-AF18-47F7-818C-A0B46597ECB6","username":"jane.doe"}"#),
        ("login", #"{"id":"80559AB9-AF18-47F7-818C-A0B46597ECB6","username":"jane.doe"}"#),
    ])
    func `JSON of one thing is an object, and never holds the token`(command: String, expected: String) async throws {
        let outcome = try await Installation().run(command, "--json")
        #expect(outcome.output.filter { !$0.isWhitespace } == expected)
    }

    @Test func `events need nobody to sign in`() async throws {
        let installation = try Installation()
        let outcome = try await Program(directory: installation.directory.url).run(["events"])
        #expect(outcome.exitCode == 0)
        #expect(installation.backend.backend.calls(to: .login) == 0)
    }

    @Test func `a server on the command line needs no configuration`() async throws {
        let installation = try Installation()
        let outcome = try await Program().run(["events", "--server", installation.backend.url])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "")
    }

    @Test func `a server in the environment needs no configuration`() async throws {
        let installation = try Installation()
        let elsewhere = try TemporaryDirectory()
        var program = Program(directory: elsewhere.url)
        program.environment["ENTERPRISE_API_SERVER"] = installation.backend.url
        let outcome = try await program.run(["events"])
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
    }

    @Test func `a configuration may come out of a pipe`() async throws {
        let shell = "enterprise-api events --config <(cat configuration.json)"
        let outcome = try await Installation().run(shell: shell)
        #expect(outcome.errors == "")
        #expect(outcome.exitCode == 0)
    }

    @Test(arguments: ["correct horse battery", "correct horse battery\n", "correct horse battery\r\nmore\n"])
    func `the first line of standard input is the password, before the environment's`(input: String) async throws {
        let wrong = ["ENTERPRISE_API_PASSWORD": "wrong"]
        let outcome = try await Installation().run("login", "--password-stdin", environment: wrong, input: input)
        #expect(outcome.exitCode == 0)
        #expect(!outcome.output.contains("correct"))
    }

    @Test func `the older edition's numbers and names are shown as they are`() async throws {
        let installation = try Installation(ReferenceBackend.start(edition: .older, pathPrefix: "shop"))
        let announcements = try await installation.run("announcements")
        #expect(announcements.output.hasPrefix("Id  Message\n1   Welcome aboard, and to harbour 7.\n"))
        let me = try await installation.run("me")
        #expect(me.output.contains("jane.doe  Jane Doe  "))
    }

    @Test func `nothing a server sends steers the terminal`() async throws {
        let installation = try Installation()
        let body = ##"[{"id": "1", "message": "\u001b]0;owned\u0007 \u009b2J \u202e"}]"##
        installation.backend.backend.override(.announcements, with: ServerResponse(status: 200, body: Array(body.utf8)))
        for options in [[], ["--json"]] {
            let outcome = try await installation.run(shell: "enterprise-api announcements \(options.joined())")
            #expect(outcome.exitCode == 0)
            #expect(outcome.output.contains("owned"))
            #expect(!outcome.output.unicodeScalars.contains { $0.properties.isBidiControl })
            #expect(!outcome.output.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
        let refusal = ServerResponse.failure(500, reason: "\u{1B}[31m down\nin two lines")
        installation.backend.backend.override(.announcements, with: refusal)
        let outcome = try await installation.run("announcements")
        #expect(outcome.errors.contains("down in two lines"))
        #expect(!outcome.errors.dropLast().unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
}
