import EnterpriseHTTP
import Foundation
import Testing

@Suite(.serialized) struct APIErrorTests {
    @Test func `the description is one line whatever the server writes`() {
        let error = APIError(
            .rejected,
            reason: "a\r\nb\u{1B}[31mc\u{2028}d" + String(repeating: "x", count: 1000),
            status: 400,
            endpoint: "POST x",
            requestID: "r\n1",
            attempts: 3
        )
        #expect(error.description.hasPrefix("POST x: the server refused the request (400): a  b [31mc d"))
        #expect(error.description.hasSuffix("… after 3 attempts [request r 1]"))
        #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x2028 })
        #expect(error.description.count < 500)
        #expect(error.localizedDescription == error.description)
    }

    @Test(arguments: [
        (APIError(.serverError, status: 503), true), (APIError(.serverError, status: 501), false),
        (APIError(.tooManyRequests, status: 429), true), (APIError(.connectionLost), true),
        (APIError(.cancelled), false),
        (APIError(.rejected, status: 400), false), (APIError(.decodingFailed, status: 200), false),
    ])
    func `what may succeed later says so`(error: APIError, isRetryable: Bool) {
        #expect(error.isRetryable == isRetryable)
    }
}
