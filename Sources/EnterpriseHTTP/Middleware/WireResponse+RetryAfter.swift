import Foundation

extension WireResponse {
    /// How long the server asks to wait, in seconds or until a date (RFC 9110 section 10.2.3), at most a year; nil when it
    /// does not. A date is taken by the server's own clock, where it tells it.
    var retryAfter: Duration? {
        let headers = headers
        guard let value = headers["Retry-After"], !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int(value).map { min(.seconds($0), .year) } ?? .year
        }
        guard let date = HTTPDate.parse(value) else { return nil }
        let now = headers["Date"].flatMap { HTTPDate.parse($0) } ?? .now
        return min(max(.zero, .seconds(date.timeIntervalSince(now))), .year)
    }
}
