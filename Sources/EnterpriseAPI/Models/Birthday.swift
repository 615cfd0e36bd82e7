/// A day of birth: a calendar day, not an instant, so that it is the same day in every time zone.
public struct Birthday: Sendable, Hashable {
    private let civilDay: CivilDay

    /// The year, 1 to 9999.
    public var year: Int { civilDay.year }

    /// The month, 1 to 12.
    public var month: Int { civilDay.month }

    /// The day of the month, from 1.
    public var day: Int { civilDay.day }

    /// That day of the Gregorian calendar; nil when it does not exist, such as 29 February 2023.
    public init?(year: Int, month: Int, day: Int) {
        guard let civilDay = CivilDay(year: year, month: month, day: day) else { return nil }
        self.civilDay = civilDay
    }
}

extension Birthday: Comparable {
    /// Whether the left day comes before the right one.
    public static func < (lhs: Birthday, rhs: Birthday) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }
}

extension Birthday: LosslessStringConvertible {
    /// Reads the wire's form "MM-dd-yyyy", such as "02-29-2000"; nil for anything else.
    public init?(_ text: String) {
        var text = text
        let number = text.withUTF8 { bytes -> Int? in
            guard bytes.count == 10, bytes[2] == UInt8(ascii: "-"), bytes[5] == UInt8(ascii: "-") else { return nil }
            var number = 0
            for index in 0..<10 where index != 2 && index != 5 {
                let digit = bytes[index] &- UInt8(ascii: "0")
                guard digit <= 9 else { return nil }
                number = number * 10 + Int(digit)
            }
            return number
        }
        guard let digits = number else { return nil }
        self.init(year: digits % 10_000, month: digits / 1_000_000, day: digits / 10_000 % 100)
    }

    /// The wire's form, "MM-dd-yyyy".
    public var description: String {
        "\(month.padded(to: 2))-\(day.padded(to: 2))-\(year.padded(to: 4))"
    }
}

extension Birthday: Codable {
    /// Reads "MM-dd-yyyy"; throws `DecodingError.dataCorrupted` when that is no day of the calendar.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let birthday = Birthday(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Expected a day as MM-dd-yyyy, such as 02-29-2000."
            )
        }
        self = birthday
    }

    /// Writes "MM-dd-yyyy".
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
