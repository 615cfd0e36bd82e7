import EnterpriseAPI
import Foundation

/// A month as a wall calendar shows it, in so many columns.
struct MonthView {
    /// The first moment of the month.
    let month: Date
    let dates: DateText
    let firstDay: DaysOfWeek
    let width: Int
    var style = Style.plain
    /// The day to mark; nil for none.
    var today: Date?

    private static let linesPerDay = 4

    /// The columns of one day, without the line beside it.
    private var cellWidth: Int { max(3, (width - 8) / 7) }

    func text(_ entries: [CalendarEntry]) -> String {
        let byDay = self.byDay(entries)
        let interval = dates.calendar.dateInterval(of: .month, for: month) ?? DateInterval(start: month, duration: 0)
        let weekday = dates.calendar.component(.weekday, from: month)
        var day = dates.adding(days: -((weekday - firstDay.rawValue + 7) % 7), to: month)
        var weeks: [[Date]] = []
        while day < interval.end {
            weeks.append((0..<7).map { dates.adding(days: $0, to: day) })
            day = dates.adding(days: 7, to: day)
        }
        let parts = dates.calendar.dateComponents([.year, .month], from: month)
        let title = "\(dates.monthName(parts.month)) \(parts.year ?? 0)"
        let names = (0..<7).map { DateText.weekdays[(firstDay.rawValue - 1 + $0) % 7] }
        let heading = "│" + names.map { $0.padding(to: cellWidth) }.joined(separator: "│") + "│"
        let body = weeks.map { week(of: $0, byDay, isIn: { interval.contains($0) && $0 != interval.end }) }
        let total = 7 * cellWidth + 8
        let grid =
            [rule("┌", "┬", "┐"), heading + "\n"] + body.map { rule("├", "┼", "┤") + $0 } + [rule("└", "┴", "┘")]
        let centered =
            String(repeating: " ", count: max(0, (total - title.count) / 2)) + style.paint(title, .bold) + "\n"
        return centered + grid.joined() + details(entries, in: interval)
    }

    /// Where the days are too narrow for names, what there is follows below.
    private func details(_ entries: [CalendarEntry], in interval: DateInterval) -> String {
        guard cellWidth < 8 else { return "" }
        let inside = entries.filter { $0.lastDay(dates) >= interval.start && $0.firstDay(dates) < interval.end }
        return inside.isEmpty ? "" : "\n" + EventView.agenda(inside, dates: dates, style: style)
    }

    private func byDay(_ entries: [CalendarEntry]) -> [Date: [CalendarEntry]] {
        var byDay: [Date: [CalendarEntry]] = [:]
        for entry in entries.sorted(by: { ($0.event.date, $0.event.name) < ($1.event.date, $1.event.name) }) {
            var day = entry.firstDay(dates)
            let last = entry.lastDay(dates)
            // Nothing is worth more than a year of lines.
            for _ in 0..<366 where day <= last {
                byDay[day, default: []].append(entry)
                day = dates.adding(days: 1, to: day)
            }
        }
        return byDay
    }

    private func week(of days: [Date], _ byDay: [Date: [CalendarEntry]], isIn: (Date) -> Bool) -> String {
        let cells = days.map { day in isIn(day) ? lines(of: day, byDay[day] ?? []) : [] }
        let height = max(2, cells.map(\.count).max() ?? 0)
        return (0..<height).map { row in
            "│"
                + cells.map { $0.count > row ? $0[row] : String(repeating: " ", count: cellWidth) }.joined(
                    separator: "│"
                )
                + "│\n"
        }.joined()
    }

    /// The number of the day, then what is on it, each as wide as the cell.
    private func lines(of day: Date, _ entries: [CalendarEntry]) -> [String] {
        let number = "\(dates.calendar.component(.day, from: day))"
        let isToday = today.map { dates.calendar.isDate($0, inSameDayAs: day) } ?? false
        let mark = cellWidth < 8 && !entries.isEmpty ? "•" : ""
        let head = (number + mark).padding(to: cellWidth)
        var lines = [isToday ? style.paint(head, .reversed) : style.paint(head, .dim)]
        guard cellWidth >= 8 else { return lines }
        let shown = entries.count > Self.linesPerDay ? entries.prefix(Self.linesPerDay - 1) : entries[...]
        lines += shown.map { entry in
            let isFirst = dates.calendar.isDate(entry.firstDay(dates), inSameDayAs: day)
            let time = entry.isAllDay(dates) || cellWidth < 14 || !isFirst ? "" : dates.time(entry.event.date) + " "
            let text = (time + entry.event.name.terminalSafe).truncated(to: cellWidth).padding(to: cellWidth)
            return style.paint(text, EventView.ink(entry.event.type))
        }
        if shown.count < entries.count {
            lines.append("+\(entries.count - shown.count) more".truncated(to: cellWidth).padding(to: cellWidth))
        }
        return lines
    }

    private func rule(_ left: String, _ middle: String, _ right: String) -> String {
        left + Array(repeating: String(repeating: "─", count: cellWidth), count: 7).joined(separator: middle) + right
            + "\n"
    }
}
