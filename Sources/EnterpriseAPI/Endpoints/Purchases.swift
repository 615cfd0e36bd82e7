public import EnterpriseHTTP
public import Foundation

/// The company's purchase orders.
public enum Purchases {
    /// GET `purchases`: all orders.
    public struct List: Request {
        /// The orders, in the server's order.
        public typealias Response = [PurchaseOrder]

        /// The request.
        public init() {}

        /// `purchases`.
        public var path: RequestPath { "purchases" }
    }

    /// POST `purchases`: submits an order, which the server saves with an id, the purchaser and the date.
    public struct Submit: Request {
        /// The order as it was saved.
        public typealias Response = PurchaseOrder

        private let order: PurchaseOrder
        private let maxExpense: Decimal
        private let prices: [Identifier: Decimal]?

        /// A submission under the rule that the order's total, where the prices are known, is at most `maxExpense`.
        public init(order: PurchaseOrder, maxExpense: Decimal, prices: [Identifier: Decimal]?) {
            self.order = order
            self.maxExpense = maxExpense
            self.prices = prices
        }

        /// POST.
        public var method: HTTPMethod { .post }
        /// `purchases`.
        public var path: RequestPath { "purchases" }
        /// The order as JSON.
        public var body: RequestBody? { .json(order) }

        /// Throws every rule that the order breaks.
        public func validate() throws(PurchaseOrderError) {
            try order.validate(maxExpense: maxExpense, prices: prices, now: .now)
        }
    }
}
