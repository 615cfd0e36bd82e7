import EnterpriseTesting
import Synchronization

@testable import EnterpriseHTTP

/// What stands in for the rest of the chain: gives outcomes in a row, the last one again and again.
final class Scripted: Sendable {
    let requests = Recorder<WireRequest>()
    private let outcomes: [APIResult<WireResponse>]

    init(_ outcomes: APIResult<WireResponse>...) { self.outcomes = outcomes }

    func send(_ request: WireRequest) async throws(APIError) -> WireResponse {
        let number = requests.add(request)
        return try outcomes[min(number, outcomes.count) - 1].get()
    }

    var count: Int { requests.all.count }
}

extension APIResult<WireResponse> {
    static func status(_ status: Int, _ headers: HTTPHeaders = [:]) -> Self {
        .success(WireResponse(status: status, headers: headers))
    }

    static func error(_ code: APIError.Code, sent: Bool = false) -> Self {
        var error = APIError(code)
        error.mayHaveReachedServer = sent
        return .failure(error)
    }
}

/// A clock whose sleeps are over at once, and move it.
final class InstantClock: Sendable {
    let clock = TestClock()
    let sleeps = Recorder<Duration>()

    var calls: CallClock {
        var calls = CallClock(clock)
        calls.sleep = { [clock, sleeps] duration in
            try Task.checkCancellation()
            sleeps.add(duration)
            clock.advance(by: duration)
        }
        return calls
    }
}

extension WireRequest {
    /// A request to nowhere, for what does not reach the wire.
    static func nowhere(
        _ method: HTTPMethod = .get,
        target: String = "/",
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil,
        isIdempotent: Bool? = nil,
        delivery: Delivery = .buffered,
        deadline: ContinuousClock.Instant? = nil
    ) -> WireRequest {
        WireRequest(
            method: method,
            origin: "http://127.0.0.1:1",
            target: target,
            headers: headers,
            body: body,
            isIdempotent: isIdempotent,
            delivery: delivery,
            deadline: deadline
        )
    }
}
