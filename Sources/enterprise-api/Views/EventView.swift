import EnterpriseAPI
import Foundation

/// How the calendar is shown as a list, and day by day.
enum EventView {
    static func columns(in timeZone: TimeZone) -> [Column<CalendarEntry>] {
        let dates = DateText(timeZone)
        return [
            Column(name: "date", heading: "Begins (\(dates.zone))") { Cell(dates.minute($0.event.date)) },
            Column(name: "duration", heading: "Lasts", alignment: .right) { span($0.event.duration) },
            Column(name: "type", heading: "Kind") { Cell($0.event.type.rawValue) },
            Column(name: "name", heading: "Name") { Cell($0.event.name) },
            Column(name: "id", heading: "Id", isStandard: false) { Cell($0.event.id.rawValue) },
        ]
    }

    /// The days that have something, each with what begins on it.
    static func agenda(_ entries: [CalendarEntry], dates: DateText, style: Style = .plain) -> String {
        let days = Dictionary(grouping: entries) { $0.firstDay(dates) }
        let blocks = days.keys.sorted().map { day in
            let sorted = (days[day] ?? []).sorted { left, right in
                let (isFirst, isSecond) = (left.isAllDay(dates), right.isAllDay(dates))
                return isFirst != isSecond
                    ? isFirst : (left.event.date, left.event.name) < (right.event.date, right.event.name)
            }
            let lines = sorted.map { line($0, dates, style) + "\n" }
            return style.paint(dates.longDay(day), .bold) + "\n" + lines.joined()
        }
        return blocks.joined(separator: "\n")
    }

    private static func line(_ entry: CalendarEntry, _ dates: DateText, _ style: Style) -> String {
        let kind = entry.event.type.rawValue.terminalSafe.padding(to: 11)
        let when = when(entry, dates).padding(to: 13)
        return "  \(when)  \(style.paint(kind, ink(entry.event.type)))  \(entry.event.name.terminalSafe)"
    }

    private static func when(_ entry: CalendarEntry, _ dates: DateText) -> String {
        if entry.isAllDay(dates) { return entry.wholeDays.map { $0 > 1 ? "all day, \($0)×" : "all day" } ?? "all day" }
        let begin = dates.time(entry.event.date)
        guard entry.hasSoundDuration, entry.event.duration > 0 else { return begin }
        let days = dates.calendar.dateComponents([.day], from: entry.firstDay(dates), to: entry.lastDay(dates)).day ?? 0
        return "\(begin)–\(dates.time(entry.event.end))" + (days > 0 ? "+\(days)" : "")
    }

    /// The colour of a kind of event.
    static func ink(_ type: EventType) -> Style.Ink {
        switch type {
        case .meeting: .blue
        case .appointment: .cyan
        case .holiday: .green
        case .dayOff: .yellow
        case .birthday: .magenta
        default: .bold
        }
    }

    private static func span(_ seconds: TimeInterval) -> Cell {
        let text = DateText.span(seconds)
        return Cell(text, number: text.isEmpty ? nil : Decimal(seconds))
    }
}
