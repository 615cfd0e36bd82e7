import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// Shows the calendar: which days, with whose birthdays, and as what.
struct EventListing {
    private let connection: Connection
    private let listing: Listing
    private let now: Date
    private let interval: DateInterval

    static func run(_ connection: Connection) async throws {
        try await EventListing(connection, now: .now).show()
    }

    private init(_ connection: Connection, now: Date) throws(CommandError) {
        self.connection = connection
        self.now = now
        listing = try Listing(connection)
        interval = try Self.interval(connection.arguments, listing, now: now)
    }

    private func show() async throws {
        let withBirthdays = connection.arguments.has(.birthdays)
        let (events, employees) = try await connection.run { api throws(APIError) in
            (try await api.events(), withBirthdays ? try await api.orgChart().employees : [])
        }
        let entries = events.map { CalendarEntry($0) } + birthdays(employees)
        let isAll = interval == Self.always
        let shown = isAll ? entries : entries.filter { isInside($0) }
        try listing.show(shown, EventView.columns(in: listing.dates.timeZone)) { chosen, format in
            switch format {
            case .agenda: EventView.agenda(chosen, dates: listing.dates, style: listing.terminal.style)
            case .month: month.text(chosen)
            case .ics: ICalendar(host: host, stamp: now).text(chosen)
            default: nil
            }
        }
    }

    private func isInside(_ entry: CalendarEntry) -> Bool {
        entry.birthday != nil && listing.format == .ics
            || entry.lastDay(listing.dates) >= interval.start && entry.firstDay(listing.dates) < interval.end
    }

    /// Those of the years that are shown; of this one where all are. A calendar file has each once, for every year.
    private func birthdays(_ employees: [Employee]) -> [CalendarEntry] {
        let year = listing.dates.calendar.component(.year, from: now)
        if listing.format == .ics {
            return employees.compactMap { employee in
                employee.birthday.flatMap { birthday in
                    CalendarEntry.birthdays(of: [employee], years: birthday.year...birthday.year, dates: listing.dates)
                        .first
                }
            }
        }
        func bound(_ date: Date, _ open: Date) -> Int {
            date == open ? year : listing.dates.calendar.component(.year, from: date)
        }
        let first = bound(interval.start, Self.always.start)
        let last = bound(interval.end.addingTimeInterval(interval.end == Self.always.end ? 0 : -1), Self.always.end)
        return CalendarEntry.birthdays(of: employees, years: min(first, last)...max(first, last), dates: listing.dates)
    }

    private var month: MonthView {
        let arguments = connection.arguments
        let dates = listing.dates
        let firstDay = arguments[.firstDay].flatMap { name in DaysOfWeek.allCases.first { "\($0)" == name } }
        return MonthView(
            month: dates.startOfMonth(interval == Self.always ? now : interval.start),
            dates: dates,
            firstDay: firstDay ?? connection.settings.configuration.firstDayOfWeek,
            width: listing.terminal.width,
            style: listing.terminal.style,
            today: now
        )
    }

    private var host: String { connection.server.url.host() ?? "localhost" }

    private static let always = DateInterval(start: .distantPast, end: .distantFuture)

    private static func interval(_ arguments: Arguments, _ listing: Listing, now: Date) throws(CommandError)
        -> DateInterval
    {
        let dates = listing.dates
        func day(_ option: Option) throws(CommandError) -> Date? {
            guard let text = arguments[option] else { return nil }
            guard let date = dates.date(ofDay: text) else {
                throw .usage("\(option.flag) is a day such as 2026-03-01", command: arguments.command)
            }
            return date
        }
        let (from, to) = (try day(.from), try day(.to))
        if let text = arguments[.month] {
            guard from == nil, to == nil, let month = dates.date(ofMonth: text) else {
                throw .usage(
                    "--month is a month such as 2026-03, and goes without --from and --to",
                    command: arguments.command
                )
            }
            return dates.calendar.dateInterval(of: .month, for: month) ?? always
        }
        if listing.format == .month, from == nil, to == nil {
            return dates.calendar.dateInterval(of: .month, for: now) ?? always
        }
        let end = to.map { dates.adding(days: 1, to: $0) } ?? always.end
        let start = from ?? always.start
        guard start < end else { throw .usage("--from is after --to", command: arguments.command) }
        return DateInterval(start: start, end: end)
    }
}
