import Foundation

/// An instant as the backend writes it: ISO-8601 with a time and a zone (RFC 3339 section 5.6).
///
/// Models decode their dates through it field by field, so they need no date strategy of the decoder.
/// `Date.ISO8601FormatStyle` reads "2023-02-29", hour 25 and a garbage tail as dates, hence a parser of our own.
struct WireDate: Sendable, Hashable, Codable, CustomStringConvertible {
    let date: Date

    init(_ date: Date) {
        self.date = date
    }

    /// Reads "2024-02-29T10:00:00Z", with or without a fraction, and with "Z", "+02:00", "+0200" or "+02".
    init?(_ text: String) {
        var reader = DigitReader(text)
        guard let year = reader.number(digits: 4), reader.skip(UInt8(ascii: "-")) != nil,
            let month = reader.number(digits: 2), reader.skip(UInt8(ascii: "-")) != nil,
            let day = reader.number(digits: 2), reader.skip(UInt8(ascii: "T"), UInt8(ascii: "t")) != nil,
            let civilDay = CivilDay(year: year, month: month, day: day),
            let hour = reader.number(digits: 2), hour < 24, reader.skip(UInt8(ascii: ":")) != nil,
            let minute = reader.number(digits: 2), minute < 60, reader.skip(UInt8(ascii: ":")) != nil,
            let second = reader.number(digits: 2), second <= 60,  // 60: a leap second
            let fraction = Self.fraction(&reader), let offset = Self.offset(&reader), reader.isAtEnd
        else { return nil }
        let seconds = civilDay.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second - offset
        date = Date(timeIntervalSince1970: TimeInterval(seconds) + fraction)
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

    /// Seconds after the point; 0 without one. Digits beyond the ninth are dropped.
    private static func fraction(_ reader: inout DigitReader) -> Double? {
        guard reader.skip(UInt8(ascii: ".")) != nil else { return 0 }
        guard var numerator = reader.digit() else { return nil }
        var denominator = 10
        while let digit = reader.digit() {
            guard denominator < 1_000_000_000 else { continue }
            numerator = numerator * 10 + digit
            denominator *= 10
        }
        return Double(numerator) / Double(denominator)
    }

    /// Seconds east of UTC.
    private static func offset(_ reader: inout DigitReader) -> Int? {
        if reader.skip(UInt8(ascii: "Z"), UInt8(ascii: "z")) != nil { return 0 }
        guard let sign = reader.skip(UInt8(ascii: "+"), UInt8(ascii: "-")),
            let hours = reader.number(digits: 2), hours < 24
        else { return nil }
        var minutes = 0
        if !reader.isAtEnd {
            _ = reader.skip(UInt8(ascii: ":"))
            guard let number = reader.number(digits: 2), number < 60 else { return nil }
            minutes = number
        }
        let seconds = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}
