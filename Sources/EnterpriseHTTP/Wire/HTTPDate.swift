import Foundation

/// A date in any of the three forms that a recipient must read (RFC 9110 section 5.6.7):
///
/// | form | example |
/// |---|---|
/// | IMF-fixdate | `Sun, 06 Nov 1994 08:49:37 GMT` |
/// | rfc850-date | `Sunday, 06-Nov-94 08:49:37 GMT` |
/// | asctime-date | `Sun Nov  6 08:49:37 1994` |
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Nil when it is no such date. The day of the week need not be the date's own.
    ///
    /// - Parameter now: What the century of a year of two digits is found by.
    static func parse(_ text: String, now: Date = .now) -> Date? {
        let fixed =
            #/(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (?<day>[0-9]{2}) (?<month>[A-Z][a-z]{2}) (?<year>[0-9]{4}) (?<time>[0-9:]+) GMT/#
        if let match = text.wholeMatch(of: fixed) {
            return Int(match.year).flatMap { date($0, match.month, match.day, match.time) }
        }
        let short =
            #/(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>[0-9]{2})-(?<month>[A-Z][a-z]{2})-(?<year>[0-9]{2}) (?<time>[0-9:]+) GMT/#
        if let match = text.wholeMatch(of: short) {
            return date(ofShortYear: match.year, now: now) { date($0, match.month, match.day, match.time) }
        }
        let spaced =
            #/(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?<month>[A-Z][a-z]{2}) (?<day>[0-9]{2}| [0-9]) (?<time>[0-9:]+) (?<year>[0-9]{4})/#
        guard let match = text.wholeMatch(of: spaced) else { return nil }
        return Int(match.year).flatMap { date($0, match.month, match.day, match.time) }
    }

    /// A date that seems to be more than 50 years ahead is of the most recent year in the past with the same two digits.
    private static func date(ofShortYear digits: Substring, now: Date, _ make: (Int) -> Date?) -> Date? {
        guard let year = Int(digits) else { return nil }
        let century = calendar.component(.year, from: now) / 100 * 100
        let latest = calendar.date(byAdding: .year, value: 50, to: now) ?? now
        // The next century's may be less than 50 years ahead; one of them is always a year of the past.
        for year in [century + 100 + year, century + year, century - 100 + year] {
            // The 29th of February is not in each of them.
            if let date = make(year), date <= latest { return date }
        }
        return nil
    }

    private static func date(_ year: Int, _ month: Substring, _ day: Substring, _ time: Substring) -> Date? {
        guard let month = months.firstIndex(of: String(month)), let day = Int(day.filter { $0 != " " }),
            let time = time.wholeMatch(of: #/([0-9]{2}):([0-9]{2}):([0-9]{2})/#), let hour = Int(time.1), hour < 24,
            let minute = Int(time.2), minute < 60,
            // 60 is a leap second's.
            let second = Int(time.3), second <= 60
        else { return nil }
        let components = DateComponents(year: year, month: month + 1, day: day)
        guard components.isValidDate(in: calendar), let midnight = calendar.date(from: components) else { return nil }
        return midnight + TimeInterval(hour * 3600 + minute * 60 + second)
    }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
