public import Foundation

/// An order of products.
public struct PurchaseOrder: Sendable, Hashable, Identifiable {
    /// The server's id; nil for an order that was not saved yet.
    public let id: Identifier?

    /// The order's number, which is text.
    public let poNumber: String

    /// A remark, if there is one.
    public let comment: String?

    /// Who ordered; the server sets it from the token when it saves the order.
    public let purchaser: Identifier?

    /// When it was ordered; the server sets it when it saves the order.
    public let purchaseDate: Date?

    /// When it is wanted, if that was said.
    public let dueDate: Date?

    /// What is ordered.
    public let purchases: [Item]

    /// An order: a new one needs only a number and items, the server adds the rest.
    public init(
        id: Identifier? = nil,
        poNumber: String,
        comment: String? = nil,
        purchaser: Identifier? = nil,
        purchaseDate: Date? = nil,
        dueDate: Date? = nil,
        purchases: [Item]
    ) {
        self.id = id
        self.poNumber = poNumber
        self.comment = comment
        self.purchaser = purchaser
        self.purchaseDate = purchaseDate
        self.dueDate = dueDate
        self.purchases = purchases
    }

    /// What the order costs at those unit prices; nil when the price of an item is not among them.
    public func total(prices: [Identifier: Decimal]) -> Decimal? {
        var total: Decimal = 0
        for item in purchases {
            guard let price = prices[item.productId] else { return nil }
            total += item.quantity * price
        }
        return total
    }
}

extension PurchaseOrder: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, poNumber, comment, purchaser, purchaseDate, dueDate, purchases
    }

    /// Reads an order of either edition; all but `poNumber` and `purchases` may be null or missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decodeIfPresent(Identifier.self, forKey: .id)
        poNumber = try container.decode(String.self, forKey: .poNumber)
        comment = try container.decodeIfPresent(String.self, forKey: .comment)
        purchaser = try container.decodeIfPresent(Identifier.self, forKey: .purchaser)
        purchaseDate = try container.decodeIfPresent(WireDate.self, forKey: .purchaseDate)?.date
        dueDate = try container.decodeIfPresent(WireDate.self, forKey: .dueDate)?.date
        purchases = try container.decode([Item].self, forKey: .purchases)
    }

    /// Writes the order as the server takes it: dates in UTC, rounded down to whole seconds; what is nil is left out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(id, forKey: .id)
        try container.encode(poNumber, forKey: .poNumber)
        try container.encodeIfPresent(comment, forKey: .comment)
        try container.encodeIfPresent(purchaser, forKey: .purchaser)
        try container.encodeIfPresent(purchaseDate.map(WireDate.init), forKey: .purchaseDate)
        try container.encodeIfPresent(dueDate.map(WireDate.init), forKey: .dueDate)
        try container.encode(purchases, forKey: .purchases)
    }
}
