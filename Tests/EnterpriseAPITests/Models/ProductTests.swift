import EnterpriseAPI
import Foundation
import Testing

@Suite(.serialized) struct ProductTests {
    @Test(arguments: ["0.1", "0.5", "72000", "1200837", "0.30000000000000004", "0", "12345678901234567890.25"])
    func `a price is exact, there and back`(price: String) throws {
        let json = #"{"id":"P1","name":"Chair","unitPrice":\#(price)}"#
        let product: Product = try decoded(json)
        #expect(product.unitPrice == Decimal(string: price))
        #expect(try encoded(product) == json)
    }

    @Test func `a price that is text is an error that names its path`() throws {
        #expect(try failingPath([Product].self, #"[{"id":"P1","name":"Chair","unitPrice":"5"}]"#) == "0.unitPrice")
    }

    @Test func `a price that is not a number is never written`() {
        #expect(throws: EncodingError.self) { try encoded(Product(id: 1, name: "Chair", unitPrice: .nan)) }
    }
}
