import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct RetryPolicyTests {
    enum Again: CaseIterable {
        case always
        case idempotent
        case never
    }

    static let table: [(outcome: APIResult<WireResponse>, again: Again)] = [
        (.error(.connectionFailed), .always),
        (.error(.hostNotFound), .always),
        (.error(.connectionLost), .always),
        (.error(.timedOut), .always),
        (.error(.connectionLost, sent: true), .idempotent),
        (.error(.timedOut, sent: true), .idempotent),
        (.status(408), .idempotent), (.status(425), .idempotent), (.status(429), .idempotent),
        (.status(500), .idempotent), (.status(502), .idempotent), (.status(503), .idempotent),
        (.status(504), .idempotent),
        (.status(200), .never), (.status(204), .never), (.status(304), .never), (.status(400), .never),
        (.status(401), .never), (.status(403), .never), (.status(404), .never), (.status(409), .never),
        (.status(501), .never), (.status(505), .never),
        (.error(.tlsFailed), .never), (.error(.invalidResponse, sent: true), .never),
        (.error(.responseTooLarge, sent: true), .never), (.error(.cancelled), .never), (.error(.shutDown), .never),
        (.error(.invalidRequest), .never), (.error(.bodyFailed), .never), (.error(.internalError), .never),
        (.error(.unauthorized), .never), (.error(.overloaded), .never), (.error(.circuitOpen), .never),
        (
            .failure(.waitedInVain("for a token")), .never
        ),
    ]

    @Test(arguments: table.indices)
    func `each row of the table holds for every method`(row: Int) {
        let (outcome, again) = Self.table[row]
        let policy = RetryPolicy.standard
        for method: HTTPMethod in [.get, .head, .put, .delete, .options, .trace] {
            #expect(policy.allows(.nowhere(method), after: outcome) == (again != .never), "\(method) \(outcome)")
        }
        for method: HTTPMethod in [.post, .patch, "MKCOL"] {
            #expect(policy.allows(.nowhere(method), after: outcome) == (again == .always), "\(method) \(outcome)")
            let safe = WireRequest.nowhere(method, isIdempotent: true)
            #expect(policy.allows(safe, after: outcome) == (again != .never), "safe \(method) \(outcome)")
        }
        let once = RequestBody.stream(AsyncStream<Data> { $0.finish() })
        #expect(!policy.allows(.nowhere(.put, body: once), after: outcome))
        #expect(policy.allows(.nowhere(.put, body: .text("x")), after: outcome) == (again != .never))
    }

    @Test func `a policy's own statuses take the place of the table's`() {
        let policy = RetryPolicy(statuses: [404])
        #expect(policy.allows(.nowhere(), after: .status(404)))
        #expect(!policy.allows(.nowhere(), after: .status(503)))
    }

    @Test func `the backoff doubles up to its limit, and never overflows`() {
        let policy = RetryPolicy(firstBackoff: .milliseconds(100), maxBackoff: .seconds(1))
        #expect((1...5).map(policy.backoff) == [100, 200, 400, 800, 1000].map { .milliseconds($0) })
        #expect(policy.backoff(after: .max) == .seconds(1))
        let huge = RetryPolicy(firstBackoff: .seconds(Int64.max), maxBackoff: .seconds(Int64.max))
        #expect(huge.backoff(after: .max) == .year)
        let negative = RetryPolicy(firstBackoff: .seconds(-1), maxBackoff: .seconds(-1))
        #expect(negative.backoff(after: 3) == .zero)
    }
}
