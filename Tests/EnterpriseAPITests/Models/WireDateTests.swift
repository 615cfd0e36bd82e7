import Foundation
import Testing

@testable import EnterpriseAPI

@Suite(.serialized) struct WireDateTests {
    @Test(
        arguments: [
            ("2024-02-29T10:00:00Z", 1_709_200_800), ("2024-02-29T10:00:00.5Z", 1_709_200_800.5),
            ("2024-02-29T10:00:00.125Z", 1_709_200_800.125), ("2024-02-29T10:00:00.250000000000001Z", 1_709_200_800.25),
            ("2024-02-29T10:00:00+02:00", 1_709_193_600), ("2024-02-29T10:00:00+0200", 1_709_193_600),
            ("2024-02-29T10:00:00+02", 1_709_193_600), ("2024-02-29T10:00:00.25-05:30", 1_709_220_600.25),
            ("2024-02-29t10:00:00z", 1_709_200_800), ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.5Z", -0.5), ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("2000-02-29T00:00:00Z", 951_782_400),
        ] as [(String, TimeInterval)]
    )
    func `a date with a time and a zone is read`(text: String, seconds: TimeInterval) throws {
        let date = try #require(WireDate(text)).date
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.000_001)
    }

    @Test(arguments: [
        "2024-02-29", "2024-02-29T10:00:00", "2024-02-29T10:00Z", "2024-02-29 10:00:00Z", "2023-02-29T10:00:00Z",
        "1900-02-29T10:00:00Z", "2024-13-01T10:00:00Z", "2024-00-01T10:00:00Z", "2024-04-31T10:00:00Z",
        "2024-02-00T10:00:00Z", "2024-02-29T24:00:00Z", "2024-02-29T10:60:00Z", "2024-02-29T10:00:61Z",
        "2024-02-29T10:00:00Zx", "2024-02-29T10:00:00.Z", "2024-02-29T10:00:00,5Z", "2024-02-29T10:00:00+24:00",
        "2024-02-29T10:00:00+02:60", "2024-02-29T10:00:00+2", "2024-02-29T10:00:00+02:", "20240229T100000Z",
        "0000-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "2024-02-29T10:00:00.٥Z", "", "now", " 2024-02-29T10:00:00Z",
    ])
    func `anything else is refused`(text: String) {
        #expect(WireDate(text) == nil)
    }

    @Test(
        arguments: [
            (1_709_200_800, "2024-02-29T10:00:00Z"), (1_709_200_800.999, "2024-02-29T10:00:00Z"),
            (-0.5, "1969-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
            (253_402_300_799.5, "9999-12-31T23:59:59Z"),
        ] as [(TimeInterval, String)]
    )
    func `a date is written in whole seconds of UTC`(seconds: TimeInterval, text: String) throws {
        #expect(try encoded(WireDate(Date(timeIntervalSince1970: seconds))) == "\"\(text)\"")
    }

    @Test(arguments: [-62_135_596_801, 253_402_300_800, .infinity, .nan] as [TimeInterval])
    func `a date that four digits of a year cannot hold is an encoding error`(seconds: TimeInterval) {
        #expect(throws: EncodingError.self) { try encoded(WireDate(Date(timeIntervalSince1970: seconds))) }
    }

    @Test func `every day there and back is the same day, the next after the one before`() throws {
        var previous = try #require(CivilDay(year: 1, month: 1, day: 1))
        let last = try #require(CivilDay(year: 9999, month: 12, day: 31))
        #expect(previous.daysSince1970 == -719_162)
        for days in (previous.daysSince1970 + 1)...last.daysSince1970 {
            let day = try #require(CivilDay(daysSince1970: days))
            let follows =
                day.year == previous.year && day.month == previous.month && day.day == previous.day + 1
                || day.day == 1 && (day.month == previous.month + 1 || day.month == 1 && day.year == previous.year + 1)
            if !follows || day.daysSince1970 != days { Issue.record("\(day) after \(previous)") }
            previous = day
        }
        #expect(previous == last)
    }
}
