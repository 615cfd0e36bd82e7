import Foundation

/// A decimal number as JSON can carry it: JSONEncoder would write a NaN `Decimal` as `NaN`, which is no JSON.
struct WireDecimal: Encodable {
    let value: Decimal

    init(_ value: Decimal) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value,
                .init(codingPath: encoder.codingPath, debugDescription: "Expected a number, found NaN.")
            )
        }
        try container.encode(value)
    }
}
