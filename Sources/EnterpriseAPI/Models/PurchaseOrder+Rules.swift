public import Foundation

extension PurchaseOrder {
    /// Every rule of the company that the order breaks, in a fixed order; none for an order that may be submitted.
    ///
    /// - Parameters:
    ///   - maxExpense: The highest total that is allowed, `rules.maxPOExpense` of the configuration.
    ///   - prices: Unit prices by product. The total is checked only when the price of every item is known.
    ///   - now: The instant to compare the due date with. An order is due until its day ends, by the calendar in UTC:
    ///     earlier on the same day is not yet past.
    public func violations(maxExpense: Decimal, prices: [Identifier: Decimal]?, now: Date) -> [Violation] {
        var found: [Violation] = []
        if poNumber.allSatisfy(\.isWhitespace) {
            found.append(.emptyNumber)
        }
        if purchases.isEmpty {
            found.append(.noItems)
        }
        for (index, item) in purchases.enumerated() where item.quantity.isNaN || item.quantity <= 0 {
            found.append(.quantityNotPositive(item.quantity, index: index))
        }
        if let prices, let total = total(prices: prices), total.isNaN || total > maxExpense {
            found.append(.totalOverLimit(total, limit: maxExpense))
        }
        if let dueDate, dueDate < now, dueDate.utcDay != now.utcDay {
            found.append(.dueDatePast(dueDate))
        }
        return found
    }

    /// Throws an error that lists every rule the order breaks; see `violations(maxExpense:prices:now:)`.
    public func validate(
        maxExpense: Decimal,
        prices: [Identifier: Decimal]?,
        now: Date
    ) throws(PurchaseOrderError) {
        let violations = violations(maxExpense: maxExpense, prices: prices, now: now)
        guard violations.isEmpty else { throw PurchaseOrderError(violations: violations) }
    }
}
