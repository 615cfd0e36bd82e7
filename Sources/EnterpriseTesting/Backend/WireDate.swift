import Foundation

/// Dates as the backend writes and reads them.
enum WireDate {
    /// Whole seconds in UTC with `Z`, cut, not rounded.
    static func text(_ date: Date) -> String {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).formatted(.iso8601)
    }

    /// What Foundation's own style takes, as the server does: fractions and numeric offsets too, but no bare day.
    static func date(_ text: String) -> Date? { try? Date.ISO8601FormatStyle().parse(text) }
}
