public import EnterpriseHTTP

/// What every `Transport` must do, as a list of checks that need no test framework.
///
///     @Test(arguments: TransportConformance.all)
///     func `the transport conforms`(check: TransportConformance.Check) async throws {
///         try await check.run { options in MyTransport(options: options ?? TransportOptions()) }
///     }
///
/// In XCTest a loop does: `for check in TransportConformance.all { try await check.run { … } }`. Each check starts its
/// own `LoopbackServer`s, closes the transports it made, and ends within 20 seconds whatever the transport does.
///
/// A transport that can't do everything passes the rest and writes down what it can't, by the checks' `id`s, with the
/// reason; a second test then runs those and asserts that they still fail, so that the list stays true.
public enum TransportConformance {
    /// Makes a transport with the options that a check needs, or with the defaults when it needs none.
    ///
    /// A new one each time: checks close theirs, and some make several.
    public typealias MakeTransport = @Sendable (TransportOptions?) -> any Transport

    /// Every check, in an order fit for reading.
    public static let all: [Check] =
        requests + responses + statuses + brokenAnswers + deadlines + cancellation + closing + limits + refusals
        + connections + streamedRequests + streamedResponses

    /// The check of an id, if there is one.
    public static func check(_ id: Check.ID) -> Check? { all.first { $0.id == id } }
}
