import EnterpriseAPI
import Foundation
import Testing

@testable import enterprise_api

@Suite(.serialized) struct CalendarViewTests {
    private static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt

    @Test func `a table shows when events begin in the zone, and how long they last`() {
        let columns = EventView.columns(in: Self.oslo).filter(\.isStandard)
        #expect(
            Table(Array(Sample.entries.dropFirst()), columns).text == """
                Begins (Europe/Oslo)  Lasts  Kind         Name
                2026-03-02 01:00      48:00  Fair         Fair 🎉
                2026-03-01 22:00       6:00  Appointment  Late shift
                2026-03-01 13:00             DayOff       Odd
                2026-03-01 13:01             DayOff       Back

                """
        )
    }

    @Test func `an agenda has a block for each day`() {
        #expect(
            EventView.agenda(Sample.entries, dates: DateText(Self.oslo)) == """
                Sun 1 March 2026
                  10:00–11:30    Meeting      Review, and; so\\on further
                  13:00          DayOff       Odd
                  13:01          DayOff       Back
                  22:00–04:00+1  Appointment  Late shift

                Mon 2 March 2026
                  all day, 2×    Fair         Fair 🎉

                """
        )
    }

    @Test func `a month begins with the day the user chose, and fills the width`() {
        let dates = DateText(.gmt)
        func month(_ day: DaysOfWeek, width: Int) -> String {
            MonthView(month: dates.startOfMonth(Sample.noon), dates: dates, firstDay: day, width: width)
                .text(Sample.entries)
        }
        let wide = month(.monday, width: 100).split(separator: "\n").map(String.init)
        #expect(
            wide[2]
                == "│Mon          │Tue          │Wed          │Thu          │Fri          │Sat          │Sun          │"
        )
        #expect(wide[4].hasSuffix("│1            │"))
        #expect(wide[5].hasSuffix("│Review, and;…│"))
        #expect(wide.dropFirst().allSatisfy { $0.displayWidth == 99 })
        #expect(wide.contains { $0.hasPrefix("│Late shift   │") || $0.hasPrefix("│Fair 🎉") })
        let sunday = month(.sunday, width: 60).split(separator: "\n").map(String.init)
        #expect(sunday[2].hasPrefix("│Sun    │Mon    │"))
        #expect(sunday[4].hasPrefix("│1•     │2•     │3•     │4      │"))
        // Where names have no room, they follow.
        #expect(sunday.contains("Sun 1 March 2026"))
        #expect(month(.saturday, width: 20).split(separator: "\n")[2] == "│Sat│Sun│Mon│Tue│Wed│Thu│Fri│")
    }

    @Test func `a day with too much says how much more`() {
        let dates = DateText(.gmt)
        let entries = (0..<7).map { Sample.event("Call \($0)", Double($0) * 60, .meeting, 60) }
        let view = MonthView(month: dates.startOfMonth(Sample.noon), dates: dates, firstDay: .sunday, width: 150)
        let text = view.text(entries)
        #expect(text.contains("12:02 Call 2") && text.contains("+4 more") && !text.contains("Call 3"))
    }

    @Test func `a birthday on a leap day is the last of February`() {
        let dates = DateText(Self.oslo)
        let found = CalendarEntry.birthdays(of: Sample.chart.employees, years: 1990...1996, dates: dates)
        let days = found.map { dates.day($0.firstDay(dates)) }
        #expect(days == ["1992-02-29", "1993-02-28", "1994-02-28", "1995-02-28", "1996-02-29"])
    }

    @Test func `a calendar file escapes, folds and stamps`() {
        let text = ICalendar(host: "backend.example.com", stamp: Sample.noon).text(Sample.entries)
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"))
        #expect(text.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
        #expect(text.contains("\r\nSUMMARY:Review\\, and\\; so\\\\on\\nfurther\r\n"))
        #expect(text.contains("\r\nDTSTAMP:20260301T120000Z\r\nDTSTART:20260301T090000Z\r\nDTEND:20260301T103000Z\r\n"))
        #expect(text.contains("\r\nDTSTART;VALUE=DATE:20260302\r\nDURATION:P2D\r\n"))
        #expect(!text.replacing("\r\n", with: "").unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test(arguments: [74, 75, 76, 149, 150, 500])
    func `lines are folded after 75 octets, between characters`(length: Int) {
        let line = String(repeating: "é", count: length / 2) + String(repeating: "x", count: length % 2)
        let folded = ICalendar.folded(line)
        let pieces = folded.replacing("\r\n", with: "\n").split(separator: "\n")
        #expect(pieces.allSatisfy { $0.utf8.count <= 75 })
        #expect(folded.replacing("\r\n ", with: "") == line)
        #expect((pieces.count == 1) == (length <= 75))
    }
}
