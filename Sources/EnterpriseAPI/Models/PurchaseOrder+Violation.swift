import Foundation

extension PurchaseOrder {
    /// A rule that an order breaks, with what broke it.
    public struct Violation: Sendable, Hashable, CustomStringConvertible {
        /// Which rule it is. An open set: later versions may have more.
        public let rule: Rule

        /// Where the offending item stands in `purchases`, from 0; nil when the rule is not about one item.
        public let itemIndex: Int?

        /// The rule and the values that broke it, in words.
        public let description: String

        private init(_ rule: Rule, itemIndex: Int? = nil, _ description: String) {
            self.rule = rule
            self.itemIndex = itemIndex
            self.description = description
        }

        static let emptyNumber = Violation(.emptyNumber, "the order number is empty")

        static let noItems = Violation(.noItems, "the order has no items")

        static func quantityNotPositive(_ quantity: Decimal, index: Int) -> Violation {
            Violation(
                .quantityNotPositive,
                itemIndex: index,
                "purchases[\(index)]: quantity \(quantity) is not above zero"
            )
        }

        static func totalOverLimit(_ total: Decimal, limit: Decimal) -> Violation {
            let amount = total.isNaN ? "is too large to compute, and so" : "\(total) is"
            return Violation(.totalOverLimit, "the total \(amount) over the limit of \(limit)")
        }

        static func dueDatePast(_ dueDate: Date) -> Violation {
            Violation(.dueDatePast, "the due date \(WireDate(dueDate)) is in the past")
        }
    }
}

extension PurchaseOrder.Violation {
    /// A rule of the company about purchase orders.
    public struct Rule: Sendable, Hashable, CustomStringConvertible {
        private enum Name: String {
            case emptyNumber, noItems, quantityNotPositive, totalOverLimit, dueDatePast
        }

        private let name: Name

        /// The number has to hold more than white space.
        public static let emptyNumber = Rule(name: .emptyNumber)

        /// There has to be an item.
        public static let noItems = Rule(name: .noItems)

        /// Every quantity has to be above zero.
        public static let quantityNotPositive = Rule(name: .quantityNotPositive)

        /// The total may not be over the limit.
        public static let totalOverLimit = Rule(name: .totalOverLimit)

        /// The due date may not be in the past.
        public static let dueDatePast = Rule(name: .dueDatePast)

        /// The rule's name, such as "noItems".
        public var description: String { name.rawValue }
    }
}
