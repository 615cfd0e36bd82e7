public import Foundation

/// Something that can be ordered.
public struct Product: Sendable, Hashable, Codable, Identifiable {
    /// The server's id.
    public let id: Identifier

    /// What it is called.
    public let name: String

    /// The price of one, in the company's currency; exact.
    public let unitPrice: Decimal

    /// A product.
    public init(id: Identifier, name: String, unitPrice: Decimal) {
        self.id = id
        self.name = name
        self.unitPrice = unitPrice
    }

    /// Writes a product as the server does; throws `EncodingError.invalidValue` when the price is NaN.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(WireDecimal(unitPrice), forKey: .unitPrice)
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, unitPrice
    }
}
