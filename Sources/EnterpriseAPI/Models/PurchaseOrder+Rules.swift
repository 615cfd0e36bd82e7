public import Foundation

extension PurchaseOrder {
    /// Every rule of the company that the order breaks, in a fixed order; none for an order that may be submitted.
    ///
    /// - Parameters:
    ///   - maxExpense: The highest total that is allowed, `rules.maxPOExpense` of the configuration.
    ///   - prices: Unit prices by product. Items whose price is not known count as nothing.
    ///   - now: The instant to compare the due date with. An order is due until its day ends, by the calendar in UTC:
    ///     earlier on the same day is not yet past.
    public func violations(maxExpense: Decimal, prices: [Identifier: Decimal]?, now: Date) -> [Violation] {
        var found: [Violation] = []
        if !poNumber.unicodeScalars.contains(where: \.isVisible) {
            found.append(.emptyNumber)
        }
        if purchases.isEmpty {
            found.append(.noItems)
        }
        for (index, item) in purchases.enumerated() where item.quantity.isNaN || item.quantity <= 0 {
            found.append(.quantityNotPositive(item.quantity, index: index))
        }
        let total = knownTotal(prices: prices ?? [:])
        if total.isNaN || total > maxExpense {
            found.append(.totalOverLimit(total, limit: maxExpense))
        }
        if let dueDate, dueDate < now, dueDate.utcDay != now.utcDay {
            found.append(.dueDatePast(dueDate))
        }
        return found
    }

    /// What the items cost whose prices are known: where that alone is too much, the unknown ones don't matter.
    private func knownTotal(prices: [Identifier: Decimal]) -> Decimal {
        purchases.reduce(0) { $0 + $1.quantity * (prices[$1.productId] ?? 0) }
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

extension Unicode.Scalar {
    /// Whether a reader would see it: neither space nor a format or control character.
    fileprivate var isVisible: Bool {
        !properties.isWhitespace && ![.format, .control, .unassigned].contains(properties.generalCategory)
    }
}
