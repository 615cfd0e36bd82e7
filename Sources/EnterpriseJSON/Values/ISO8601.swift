public import Foundation

/// Reads instants as services write them: ISO-8601 with a time and a zone (RFC 3339 section 5.6), strictly.
///
/// `Date.ISO8601FormatStyle` reads "2023-02-29", hour 25 and a garbage tail as dates; this refuses them. Taken are the
/// years 0001 to 9999 of the Gregorian calendar, a leap second, a fraction of any length of which nine digits count,
/// "T" and "Z" in either case, and "Z", "+02:00", "+0200" or "+02" for the zone.
public enum ISO8601 {
    /// The instant that a text such as "2024-02-29T10:00:00.25+01:00" names; nil when it is none.
    public static func date(from text: String) -> Date? {
        var text = text
        return text.withUTF8 { date(from: $0) }
    }

    static func date(from text: UnsafeBufferPointer<UInt8>) -> Date? {
        guard let bytes = text.baseAddress, text.count >= 20 else { return nil }
        guard let century = pair(bytes, 0), let year = pair(bytes, 2), bytes[4] == UInt8(ascii: "-"),
            let month = pair(bytes, 5), bytes[7] == UInt8(ascii: "-"), let day = pair(bytes, 8),
            bytes[10] | 0x20 == UInt8(ascii: "t"), let hour = pair(bytes, 11), bytes[13] == UInt8(ascii: ":"),
            let minute = pair(bytes, 14), bytes[16] == UInt8(ascii: ":"), let second = pair(bytes, 17),
            hour < 24, minute < 60, second <= 60,  // 60: a leap second
            let days = daysSince1970(year: century &* 100 &+ year, month: month, day: day)
        else { return nil }
        let time = hour &* 3_600 &+ minute &* 60 &+ second
        if text.count == 20, bytes[19] | 0x20 == UInt8(ascii: "z") {
            return Date(timeIntervalSince1970: TimeInterval(days &* 86_400 &+ time))
        }
        var index = 19
        guard let fraction = fraction(text, &index), let offset = offset(text, index) else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(days &* 86_400 &+ time &- offset) + fraction)
    }

    /// The number of the two digits at `index`.
    @inline(__always) private static func pair(_ bytes: UnsafePointer<UInt8>, _ index: Int) -> Int? {
        let (tens, ones) = (bytes[index] &- UInt8(ascii: "0"), bytes[index &+ 1] &- UInt8(ascii: "0"))
        return tens <= 9 && ones <= 9 ? Int(tens &* 10 &+ ones) : nil
    }

    /// Howard Hinnant's `days_from_civil`: years begin in March, so that a leap day is the last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int? {
        guard year > 0, (1...12).contains(month), day >= 1, day <= length(ofMonth: month, year: year) else {
            return nil
        }
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Seconds after the point; 0 without one.
    private static func fraction(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Double? {
        guard text[index] == UInt8(ascii: ".") else { return 0 }
        index += 1
        var (numerator, denominator) = (0, 1)
        let start = index
        while index < text.count, case let digit = text[index] &- UInt8(ascii: "0"), digit <= 9 {
            if denominator < 1_000_000_000 {
                (numerator, denominator) = (numerator * 10 + Int(digit), denominator * 10)
            }
            index += 1
        }
        return index > start ? Double(numerator) / Double(denominator) : nil
    }

    /// Seconds east of UTC that the rest of the text says.
    private static func offset(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        let rest = text[index...]
        guard let sign = rest.first, let bytes = text.baseAddress else { return nil }
        if sign | 0x20 == UInt8(ascii: "z") { return rest.count == 1 ? 0 : nil }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let minutesIndex: Int?
        switch rest.count {
        case 3: minutesIndex = nil
        case 5: minutesIndex = index + 3
        case 6 where text[index + 3] == UInt8(ascii: ":"): minutesIndex = index + 4
        default: return nil
        }
        guard let hours = pair(bytes, index + 1), hours < 24 else { return nil }
        guard let minutes = minutesIndex.map({ pair(bytes, $0) }) ?? 0, minutes < 60 else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }
}
