import Foundation

/// The preferred date format of HTTP (RFC 9110 section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let strategy = Date.ParseStrategy(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .extended(minimumLength: 4)) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) 'GMT'
            """,
        locale: Locale(identifier: "en_US_POSIX"),
        timeZone: .gmt
    )

    static func parse(_ text: String) -> Date? { try? Date(text, strategy: strategy) }
}
