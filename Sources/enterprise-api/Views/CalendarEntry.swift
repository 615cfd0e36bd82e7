import EnterpriseAPI
import Foundation

/// What the calendar shows: an event, or a birthday on one of its days.
struct CalendarEntry: Hashable, Encodable {
    let event: Event
    /// The day of birth, for the entry of an employee's birthday: it has a day, and no time zone.
    var birthday: Birthday?

    init(_ event: Event, birthday: Birthday? = nil) {
        self.event = event
        self.birthday = birthday
    }

    func encode(to encoder: any Encoder) throws { try event.encode(to: encoder) }

    /// Whether it fills whole days of the calendar in which it is shown.
    func isAllDay(_ dates: DateText) -> Bool {
        if birthday != nil { return true }
        return wholeDays != nil && dates.time(event.date) == "00:00" || isAllDayInUTC
    }

    /// The server writes whole days as midnights in UTC, whatever zone they are looked at from.
    var isAllDayInUTC: Bool {
        wholeDays != nil && event.date.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 0
    }

    /// How many whole days it lasts; nil when it does not.
    var wholeDays: Int? {
        guard event.duration > 0, event.duration.truncatingRemainder(dividingBy: 86_400) == 0 else { return nil }
        return Int(exactly: event.duration / 86_400)
    }

    /// Whether its length can be reckoned with: the server's number may be anything.
    var hasSoundDuration: Bool { event.duration >= 0 && event.duration < 86_400 * 36_600 }

    /// The day it begins on: a whole day in UTC is that day everywhere.
    func firstDay(_ dates: DateText) -> Date {
        let date = isAllDayInUTC ? dates.date(ofDay: DateText(.gmt).day(event.date)) ?? event.date : event.date
        return dates.calendar.startOfDay(for: date)
    }

    /// The day it ends on.
    func lastDay(_ dates: DateText) -> Date {
        guard hasSoundDuration, event.duration > 0 else { return firstDay(dates) }
        if let wholeDays, isAllDay(dates) { return dates.adding(days: wholeDays - 1, to: firstDay(dates)) }
        return dates.calendar.startOfDay(for: event.date.addingTimeInterval(event.duration - 1))
    }

    /// The birthdays of the years from one to another, in order.
    static func birthdays(of employees: [Employee], years: ClosedRange<Int>, dates: DateText) -> [CalendarEntry] {
        let utc = DateText(.gmt)
        return employees.flatMap { employee -> [CalendarEntry] in
            guard let birthday = employee.birthday else { return [] }
            return years.compactMap { year in
                // The 29 February is the last of the month in other years.
                let day = birthday.month == 2 && birthday.day == 29 && !isLeap(year) ? 28 : birthday.day
                let text = "\(DateText.padded(year, 4))-\(DateText.padded(birthday.month))-\(DateText.padded(day))"
                guard year >= birthday.year, let date = utc.date(ofDay: text) else { return nil }
                let name = "\(employee.fullName)'s birthday"
                let event = Event(id: employee.id, name: name, date: date, type: .birthday, duration: 86_400)
                return CalendarEntry(event, birthday: birthday)
            }
        }
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}
