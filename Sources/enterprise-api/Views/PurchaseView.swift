import EnterpriseAPI
import Foundation

/// An order with what it costs at the products' prices.
struct PricedOrder: Encodable, Hashable {
    let order: PurchaseOrder
    /// Nil where the price of an item is not known.
    let total: Decimal?

    init(_ order: PurchaseOrder, prices: [Identifier: Decimal]) {
        self.order = order
        total = order.total(prices: prices)
    }

    /// It is the order that counts: a new price makes no other order.
    static func == (left: PricedOrder, right: PricedOrder) -> Bool { left.order == right.order }

    func hash(into hasher: inout Hasher) { hasher.combine(order) }

    private enum CodingKeys: String, CodingKey {
        case total
    }

    /// The order as the backend writes it, and the total beside.
    func encode(to encoder: any Encoder) throws {
        try order.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(total, forKey: .total)
    }
}

/// How purchase orders are shown.
enum PurchaseView {
    static func columns(in timeZone: TimeZone) -> [Column<PricedOrder>] {
        let dates = DateText(timeZone)
        @Sendable func minute(_ date: Date?) -> Cell { Cell(date.map(dates.minute) ?? "") }
        return [
            Column(name: "number", heading: "Number") { Cell($0.order.poNumber) },
            Column(name: "ordered", heading: "Ordered (\(dates.zone))") { minute($0.order.purchaseDate) },
            Column(name: "due", heading: "Due (\(dates.zone))") { minute($0.order.dueDate) },
            Column(name: "items", heading: "Items", alignment: .right) { Cell(Decimal($0.order.purchases.count)) },
            Column(name: "total", heading: "Total", alignment: .right) { $0.total.map { Cell($0) } ?? Cell("?") },
            Column(name: "comment", heading: "Comment") { Cell($0.order.comment ?? "") },
            Column(name: "purchaser", heading: "Purchaser", isStandard: false) {
                Cell($0.order.purchaser?.rawValue ?? "")
            },
            Column(name: "id", heading: "Id") { Cell($0.order.id?.rawValue ?? "") },
        ]
    }
}
