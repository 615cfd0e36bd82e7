public import Foundation

/// How a transport broke a rule: what was expected, and what came instead.
public struct ConformanceFailure: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The check that found it.
    public private(set) var check: TransportConformance.Check.ID
    /// The rule that was broken, as a sentence.
    public private(set) var rule: String
    /// What should have come.
    public let expected: String
    /// What came.
    public let actual: String
    /// During what, when the check has several steps.
    public let step: String?

    init(expected: String, actual: String, step: String? = nil) {
        (check, rule) = ("", "")
        self.expected = expected
        self.actual = actual
        self.step = step
    }

    func `in`(_ check: TransportConformance.Check) -> ConformanceFailure {
        var copy = self
        (copy.check, copy.rule) = (check.id, check.name)
        return copy
    }

    /// The rule with its id, what was expected and what came instead.
    public var description: String {
        let place = step.map { " (\($0))" } ?? ""
        return "\(rule) [\(check)]: expected \(expected), got \(actual)\(place)"
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
