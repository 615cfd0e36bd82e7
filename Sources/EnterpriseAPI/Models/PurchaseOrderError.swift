/// An order that breaks the company's rules, and so was not sent.
public struct PurchaseOrderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Every rule that the order breaks.
    public let violations: [PurchaseOrder.Violation]

    /// An error that lists those rules.
    public init(violations: [PurchaseOrder.Violation]) {
        self.violations = violations
    }

    /// Every broken rule, in one line.
    public var description: String {
        "The purchase order was not sent: " + violations.map(\.description).joined(separator: "; ") + "."
    }
}
