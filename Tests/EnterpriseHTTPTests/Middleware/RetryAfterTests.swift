import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct RetryAfterTests {
    @Test(
        arguments: [
            ("0", .zero), ("7", .seconds(7)), ("007", .seconds(7)), ("31536001", .year),
            ("99999999999999999999999999", .year), ("", nil), ("-1", nil), ("+1", nil), ("1.5", nil), ("soon", nil),
            ("1 s", nil),
        ] as [(String, Duration?)]
    )
    func `seconds are digits alone`(value: String, expected: Duration?) {
        #expect(WireResponse(status: 503, headers: ["Retry-After": value]).retryAfter == expected)
    }

    @Test(
        arguments: [
            ("Tue, 01 Dec 2026 00:00:30 GMT", .seconds(30)), ("Mon, 30 Nov 2026 23:59:59 GMT", .zero),
            ("Fri, 01 Dec 2028 00:00:00 GMT", .year), ("Tuesday, 01-Dec-26 00:00:30 GMT", .seconds(30)),
            ("Tue Dec  1 00:00:30 2026", .seconds(30)), ("tomorrow at noon", nil),
        ] as [(String, Duration?)]
    )
    func `a date is taken by the clock of the server`(value: String, expected: Duration?) {
        let headers: HTTPHeaders = ["Retry-After": value, "Date": "Tue, 01 Dec 2026 00:00:00 GMT"]
        #expect(WireResponse(status: 503, headers: headers).retryAfter == expected)
    }

    @Test func `a date of a server without a clock is taken by our own`() throws {
        let headers: HTTPHeaders = ["Retry-After": "Mon, 01 Jan 2001 00:00:00 GMT"]
        #expect(WireResponse(status: 503, headers: headers).retryAfter == .zero)
        #expect(WireResponse(status: 503).retryAfter == nil)
    }
}
