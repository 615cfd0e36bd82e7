import EnterpriseAPI
import Foundation

/// The calendar as a file that calendar programs import (RFC 5545).
struct ICalendar {
    /// What makes ids the backend's own, beyond this company: its host.
    let host: String
    /// When the file was made, which each entry has to say (section 3.8.7.2).
    let stamp: Date

    func text(_ entries: [CalendarEntry]) -> String {
        let head = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//EnterpriseAPI//enterprise-api//EN", "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH",
        ]
        return (head + entries.flatMap(lines) + ["END:VCALENDAR"]).map { Self.folded($0) + "\r\n" }.joined()
    }

    private func lines(of entry: CalendarEntry) -> [String] {
        let event = entry.event
        let kind = entry.birthday == nil ? "" : "birthday-"
        let head = [
            "BEGIN:VEVENT", "UID:" + Self.escaped("\(kind)\(event.id.rawValue)@\(host)"), "DTSTAMP:\(Self.utc(stamp))",
        ]
        let tail = [
            "SUMMARY:" + Self.escaped(event.name), "CATEGORIES:" + Self.escaped(event.type.rawValue),
            "TRANSP:" + (entry.birthday != nil || entry.isAllDayInUTC ? "TRANSPARENT" : "OPAQUE"), "END:VEVENT",
        ]
        return head + times(of: entry) + tail
    }

    private func times(of entry: CalendarEntry) -> [String] {
        let event = entry.event
        if let birthday = entry.birthday {
            let day = [(birthday.year, 4), (birthday.month, 2), (birthday.day, 2)].map { DateText.padded($0, $1) }
            // The 29 February is the last of the month in other years.
            let rule = birthday.month == 2 && birthday.day == 29 ? ";BYMONTH=2;BYMONTHDAY=-1" : ""
            return ["DTSTART;VALUE=DATE:\(day.joined())", "DURATION:P1D", "RRULE:FREQ=YEARLY\(rule)"]
        }
        if let days = entry.wholeDays, entry.isAllDayInUTC, entry.hasSoundDuration {
            return ["DTSTART;VALUE=DATE:\(Self.utc(event.date).prefix(8))", "DURATION:P\(days)D"]
        }
        let begin = "DTSTART:\(Self.utc(event.date))"
        // Without an end it takes no time (section 3.6.1); one that is before its beginning would be refused.
        guard entry.hasSoundDuration, event.duration >= 1 else { return [begin] }
        return [begin, "DTEND:\(Self.utc(event.end))"]
    }

    /// Such as "20260301T093000Z" (section 3.3.5, form 2).
    private static func utc(_ date: Date) -> String {
        let whole = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        let text = whole.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: false))
        return text.filter { $0 != "-" && $0 != ":" && $0 != "Z" } + "Z"
    }

    /// Text as a value (section 3.3.11). Control characters are not allowed in it.
    static func escaped(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { line in
                String(line).terminalSafe.replacing("\\", with: "\\\\").replacing(";", with: "\\;")
                    .replacing(",", with: "\\,")
            }
            .joined(separator: "\\n")
    }

    /// A line in pieces of at most 75 octets, never within a character (section 3.1).
    static func folded(_ line: String) -> String {
        var folded = ""
        var octets = 0
        for scalar in line.unicodeScalars {
            let size = UTF8.width(scalar)
            if octets + size > 75 {
                folded += "\r\n "
                octets = 1
            }
            folded.unicodeScalars.append(scalar)
            octets += size
        }
        return folded
    }
}
