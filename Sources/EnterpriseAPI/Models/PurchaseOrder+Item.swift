public import Foundation

extension PurchaseOrder {
    /// One line of an order: a product, and how much of it.
    public struct Item: Sendable, Hashable, Codable {
        /// The id of the `Product`.
        public let productId: Identifier

        /// How much of it; need not be whole.
        public let quantity: Decimal

        /// So much of that product.
        public init(productId: Identifier, quantity: Decimal) {
            self.productId = productId
            self.quantity = quantity
        }

        /// Writes the line as the server takes it; throws `EncodingError.invalidValue` when the quantity is NaN.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(productId, forKey: .productId)
            try container.encode(WireDecimal(quantity), forKey: .quantity)
        }

        private enum CodingKeys: String, CodingKey {
            case productId, quantity
        }
    }
}
