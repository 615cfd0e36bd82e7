import Foundation

extension Date {
    /// Days from 1970-01-01 to the day this instant falls on in UTC; nil for a date no calendar reaches.
    var utcDay: Int? {
        Int(exactly: (timeIntervalSince1970 / 86_400).rounded(.down))
    }
}
