import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct HTTPDateTests {
    private static func day(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z"),
            ("Wed Nov 16 08:49:37 1994", "1994-11-16T08:49:37Z"),
            ("Tue, 29 Feb 2028 00:00:00 GMT", "2028-02-29T00:00:00Z"),
            ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
            ("Thu, 01 Jan 1970 00:00:00 GMT", "1970-01-01T00:00:00Z"),
            // The day of the week may be wrong.
            ("Mon, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
        ]
    )
    func `each of the three forms is read`(text: String, expected: String) throws {
        #expect(HTTPDate.parse(text) == (try Self.day(expected)))
    }

    @Test(
        arguments: [
            // Less than 50 years ahead, more than that, and as much to the second.
            ("2026-11-30T12:00:00Z", "Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37Z"),
            ("2026-11-30T12:00:00Z", "Sunday, 06-Nov-27 08:49:37 GMT", "2027-11-06T08:49:37Z"),
            ("2026-11-30T12:00:00Z", "Monday, 30-Nov-76 12:00:00 GMT", "2076-11-30T12:00:00Z"),
            ("2026-11-30T12:00:00Z", "Tuesday, 30-Nov-76 12:00:01 GMT", "1976-11-30T12:00:01Z"),
            ("2026-11-30T12:00:00Z", "Friday, 31-Dec-76 00:00:00 GMT", "1976-12-31T00:00:00Z"),
            // Over the turn of a century.
            ("2080-01-01T00:00:00Z", "Friday, 01-Jan-10 00:00:00 GMT", "2110-01-01T00:00:00Z"),
            ("2080-01-01T00:00:00Z", "Friday, 01-Jan-79 00:00:00 GMT", "2079-01-01T00:00:00Z"),
            // 2100 has no 29th of February.
            ("2080-01-01T00:00:00Z", "Tuesday, 29-Feb-00 00:00:00 GMT", "2000-02-29T00:00:00Z"),
        ]
    )
    func `a year of two digits is the one that is at most 50 years ahead`(
        now: String,
        text: String,
        expected: String
    ) throws {
        #expect(HTTPDate.parse(text, now: try Self.day(now)) == (try Self.day(expected)))
    }

    @Test(
        arguments: [
            "", "soon", "0", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT",
            "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 00:00:00 GMT",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ",
            " Sun, 06 Nov 1994 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT",
            "Sunday, 06-Nov-1994 08:49:37 GMT", "Sunday, 06 Nov 94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37",
            "Sun Nov 6 08:49:37 1994", "Sun Nov  06 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT",
            "Sun Nov  6 08:49:37 94", "Sun, ०६ Nov 1994 08:49:37 GMT",
        ]
    )
    func `anything else is no date`(text: String) { #expect(HTTPDate.parse(text) == nil) }
}
