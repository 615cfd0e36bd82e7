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

    @Test(.enabled(if: Tool.chromium.isUsable && Tool.python.isUsable, Tool.chromium.reason))
    func `a browser shows the picture`() async throws {
        // Each level has a colour of its own, and boxes are white: so all of these are in the picture when it is drawn.
        let script = """
            import os, shutil, subprocess, sys, tempfile, zlib
            home = tempfile.mkdtemp()
            shutil.copy(sys.argv[1], home + "/a.svg")
            subprocess.run(["/usr/bin/chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--user-data-dir=" + home + "/profile", "--screenshot=" + home + "/a.png", "--window-size=1100,800",
                "file://" + home + "/a.svg"], env={"HOME": home, "PATH": "/usr/bin:/bin"}, capture_output=True,
                timeout=50, check=True)
            png, at, data = open(home + "/a.png", "rb").read(), 8, b""
            width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
            channels = {2: 3, 6: 4}[png[25]]
            while at < len(png):
                size = int.from_bytes(png[at:at + 4], "big")
                data += png[at + 8:at + 8 + size] if png[at + 4:at + 8] == b"IDAT" else b""
                at += size + 12
            raw, line, above, colours = zlib.decompress(data), width * channels, bytearray(width * channels), set()
            for row in range(height):
                kind, now = raw[row * (line + 1)], bytearray(raw[row * (line + 1) + 1:(row + 1) * (line + 1)])
                for i in range(line):
                    a = now[i - channels] if i >= channels else 0
                    b, c = above[i], above[i - channels] if i >= channels else 0
                    if kind == 1: now[i] = now[i] + a & 255
                    elif kind == 2: now[i] = now[i] + b & 255
                    elif kind == 3: now[i] = now[i] + (a + b) // 2 & 255
                    elif kind == 4:
                        p = a + b - c
                        now[i] = now[i] + min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2] & 255
                colours |= {bytes(now[i:i + 3]).hex() for i in range(0, line, channels)}
                above = now
            shutil.rmtree(home)
            missing = {"2f6fde", "1f9d8b", "c77d1e", "a14fc4", "ffffff", "f6f8fb"} - colours
            assert not missing, missing
            print("ok")
            """
        try await check(.python, script, reads: "employees --format svg")
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
