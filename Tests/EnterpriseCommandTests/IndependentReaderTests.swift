import EnterpriseTesting
import Foundation
import Testing

/// What other programs make of the output.
@Suite(.serialized) struct IndependentReaderTests {
    private func check(_ tool: Tool, _ script: String, reads line: String, employees: Int? = nil) async throws {
        let company = employees.map { DemoCompany.generated(employees: $0) }
        let installation = try Installation(company.map { try ReferenceBackend.start(company: $0) })
        let account = company?.accounts.first
        let environment = account.map { ["ENTERPRISE_API_USER": $0.username, "ENTERPRISE_API_PASSWORD": $0.password] }
        let written = try await installation.run(shell: "enterprise-api \(line) > out", environment: environment ?? [:])
        #expect(written.exitCode == 0, "\(written.errors)")
        let file = installation.directory.url.appending(component: "out").path
        let outcome = try await Program(directory: installation.directory.url).run(
            other: tool.path,
            ["-c", script, file]
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output == "ok\n")
    }

    @Test(.enabled(if: Tool.icalendar.isUsable, Tool.icalendar.reason))
    func `a calendar file is one to icalendar`() async throws {
        let script = """
            import sys, datetime, icalendar
            calendar = icalendar.Calendar.from_ical(open(sys.argv[1], "rb").read())
            events = {str(e["SUMMARY"]): e for e in calendar.walk("VEVENT")}
            assert not any(e.errors for e in calendar.walk()), "errors"
            review = events["Quarterly review"]
            assert review["DTSTART"].dt == datetime.datetime(2026, 1, 15, 9, 0, tzinfo=datetime.timezone.utc)
            assert review["DTEND"].dt - review["DTSTART"].dt == datetime.timedelta(minutes=90)
            assert events["New Year"]["DTSTART"].dt == datetime.date(2026, 1, 1)
            assert events["Jane Doe's birthday"]["DTSTART"].dt == datetime.date(1985, 4, 12)
            assert events["Jane Doe's birthday"]["RRULE"]["FREQ"] == ["YEARLY"]
            assert all("DTSTAMP" in e for e in events.values())
            assert len({str(e["UID"]) for e in calendar.walk("VEVENT")}) == len(calendar.walk("VEVENT")) >= 30
            print("ok")
            """
        try await check(.icalendar, script, reads: "events --format ics --birthdays")
    }

    @Test(.enabled(if: Tool.python.isUsable, Tool.python.reason))
    func `CSV is CSV to Python`() async throws {
        let script = """
            import csv, sys
            rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")))
            assert list(rows[0]) == ["id", "message"] and len(rows) == 8
            assert rows[5]["message"] == 'A "quoted" word, a back\\\\slash and\\na second line.', rows[5]
            assert rows[6]["message"] == ""
            print("ok")
            """
        try await check(.python, script, reads: "announcements --format csv")
    }

    @Test(.enabled(if: Tool.python.isUsable, Tool.python.reason), arguments: [nil, 500])
    func `the picture is well-formed, and has everybody`(employees: Int?) async throws {
        let script = """
            import sys, xml.etree.ElementTree as tree
            root = tree.parse(sys.argv[1]).getroot()
            names = [e.text for e in root.iter("{http://www.w3.org/2000/svg}title")]
            assert root.tag == "{http://www.w3.org/2000/svg}svg" and len(names) == \(employees ?? 28), len(names)
            print("ok")
            """
        try await check(.python, script, reads: "employees --format svg", employees: employees)
    }

    @Test(.enabled(if: Tool.graphviz.isUsable, Tool.graphviz.reason), arguments: [nil, 500])
    func `the graph is one to Graphviz`(employees: Int?) async throws {
        let script = """
            import subprocess, sys
            plain = subprocess.run(["/usr/bin/dot", "-Tplain", sys.argv[1]], capture_output=True, text=True, check=True)
            kinds = [line.split(" ")[0] for line in plain.stdout.splitlines()]
            assert kinds.count("node") == \(employees ?? 28) and kinds.count("edge") == \((employees ?? 28) - 1), len(kinds)
            assert not plain.stderr, plain.stderr
            print("ok")
            """
        try await check(.python, script, reads: "employees --format dot", employees: employees)
    }
}
