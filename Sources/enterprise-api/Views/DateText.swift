import Foundation

/// Dates as people read them and as they sort, in one time zone. English and Gregorian wherever it runs.
struct DateText {
    let timeZone: TimeZone
    let calendar: Calendar

    init(_ timeZone: TimeZone) {
        self.timeZone = timeZone
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        calendar.locale = Locale(identifier: "en_US_POSIX")
        self.calendar = calendar
    }

    /// The zone as headings name it.
    var zone: String { timeZone.secondsFromGMT() == 0 && timeZone.identifier == "GMT" ? "UTC" : timeZone.identifier }

    /// Such as "2026-03-01 09:30".
    func minute(_ date: Date) -> String { "\(day(date)) \(time(date))" }

    /// Such as "2026-03-01".
    func day(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return "\(Self.padded(parts.year ?? 0, 4))-\(Self.padded(parts.month ?? 0))-\(Self.padded(parts.day ?? 0))"
    }

    /// Such as "09:30".
    func time(_ date: Date) -> String {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        return "\(Self.padded(parts.hour ?? 0)):\(Self.padded(parts.minute ?? 0))"
    }

    /// Such as "Sun 1 March 2026".
    func longDay(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
        return
            "\(Self.weekdays[((parts.weekday ?? 1) - 1) % 7]) \(parts.day ?? 0) \(monthName(parts.month)) \(parts.year ?? 0)"
    }

    func monthName(_ month: Int?) -> String { Self.months[((month ?? 1) - 1) % 12] }

    /// Midnight of a day such as "2026-03-01"; nil for what is none.
    func date(ofDay text: String) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2], let numbers = Self.numbers(parts) else { return nil }
        let wanted = DateComponents(year: numbers[0], month: numbers[1], day: numbers[2])
        guard let date = calendar.date(from: wanted), day(date) == text else { return nil }
        return date
    }

    /// The first moment of a month such as "2026-03"; nil for what is none.
    func date(ofMonth text: String) -> Date? { date(ofDay: text + "-01") }

    func startOfMonth(_ date: Date) -> Date { calendar.dateInterval(of: .month, for: date)?.start ?? date }

    /// So many days later, by the calendar.
    func adding(days: Int, to date: Date) -> Date { calendar.date(byAdding: .day, value: days, to: date) ?? date }

    /// Such as "1:30" hours; empty for what is no duration, since the server's number may be anything.
    static func span(_ seconds: TimeInterval) -> String {
        guard let minutes = Int(exactly: (seconds / 60).rounded()), minutes >= 0 else { return "" }
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hours):\(padded(minute))"
    }

    static func padded(_ number: Int, _ width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func numbers(_ parts: [Substring]) -> [Int]? {
        let numbers = parts.compactMap { part in part.allSatisfy(\.isASCII) ? Int(part) : nil }
        return numbers.count == parts.count ? numbers : nil
    }

    static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
