import EnterpriseJSON
import Foundation

/// An instant as the backend writes it: ISO-8601 with a time and a zone (RFC 3339 section 5.6).
///
/// Models decode their dates through it field by field, so they need no date strategy of the decoder.
/// Read by `ISO8601`, which refuses what `Date.ISO8601FormatStyle` takes: "2023-02-29", hour 25 and a garbage tail.
struct WireDate: Sendable, Hashable, Codable, CustomStringConvertible {
    let date: Date

    init(_ date: Date) {
        self.date = date
    }

    /// Reads "2024-02-29T10:00:00Z", with or without a fraction, and with "Z", "+02:00", "+0200" or "+02".
    init?(_ text: String) {
        guard let date = ISO8601.date(from: text) else { return nil }
        self.date = date
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = WireDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Expected an ISO-8601 date and time with a zone, such as 2024-02-29T10:00:00Z."
            )
        }
        self = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard let text else {
            // The seconds, not the date: its description traps when it is infinite or NaN.
            throw EncodingError.invalidValue(
                date.timeIntervalSince1970,
                .init(codingPath: encoder.codingPath, debugDescription: "Expected a date in the years 1 to 9999.")
            )
        }
        try container.encode(text)
    }

    var description: String { text ?? "a date outside the years 1 to 9999" }

    /// In whole seconds, rounded down, in UTC: "2024-02-29T10:00:00Z". Nil outside the years 1 to 9999.
    private var text: String? {
        guard let days = date.utcDay, let day = CivilDay(daysSince1970: days) else { return nil }
        let second = Int(date.timeIntervalSince1970.rounded(.down)) - days * 86_400
        let time = [second / 3_600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
        return "\(day.year.padded(to: 4))-\(day.month.padded(to: 2))-\(day.day.padded(to: 2))"
            + "T\(time.joined(separator: ":"))Z"
    }
}
