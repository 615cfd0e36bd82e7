import Foundation

/// Dates as the backend writes them. What it reads is what Foundation's `.iso8601` takes: fractions and numeric offsets
/// too, but no bare day.
enum WireDate {
    /// Whole seconds in UTC with `Z`, cut, not rounded.
    static func text(_ date: Date) -> String {
        Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).formatted(.iso8601)
    }
}
