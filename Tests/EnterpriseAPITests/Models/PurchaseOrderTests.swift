import EnterpriseAPI
import Foundation
import Testing

@Suite(.serialized) struct PurchaseOrderTests {
    private let saved =
        #"{"comment":"soon","dueDate":"2024-06-01T00:00:00Z","id":"O1","poNumber":"0042","#
        + #""purchaseDate":"2024-05-06T07:08:09Z","purchaser":"U1","purchases":[{"productId":"P1","quantity":1.5}]}"#

    @Test func `a saved order survives a round trip`() throws {
        let order: PurchaseOrder = try decoded(saved)
        #expect(order.poNumber == "0042")
        #expect(order.purchases == [.init(productId: "P1", quantity: Decimal(string: "1.5") ?? .nan)])
        #expect(order.purchaseDate == Date(timeIntervalSince1970: 1_714_979_289))
        #expect(try encoded(order) == saved)
    }

    @Test(arguments: [#""comment":null,"dueDate":null,"#, ""])
    func `an order of the older edition is read, with null or missing fields`(fields: String) throws {
        let order: PurchaseOrder = try decoded(
            #"{\#(fields)"id":7,"poNumber":"A-1","purchaseDate":"2024-05-06T07:08:09Z","purchaser":"JaneDoe","purchases":[]}"#
        )
        #expect(order.id == 7)
        #expect(order.comment == nil)
        #expect(order.dueDate == nil)
        #expect(order.purchaser == "JaneDoe")
    }

    @Test func `a new order is written without what the server sets`() throws {
        let order = PurchaseOrder(
            poNumber: "A-1",
            dueDate: Date(timeIntervalSince1970: 1_714_979_289.9),
            purchases: [.init(productId: "P1", quantity: 3), .init(productId: 9, quantity: 0.5)]
        )
        #expect(
            try encoded(order)
                == #"{"dueDate":"2024-05-06T07:08:09Z","poNumber":"A-1","#
                + #""purchases":[{"productId":"P1","quantity":3},{"productId":9,"quantity":0.5}]}"#
        )
    }

    @Test(arguments: [
        (#""0042""#, "42", "poNumber"), (#""2024-06-01T00:00:00Z""#, #""2024-06-01""#, "dueDate"),
        ("1.5", #""1.5""#, "purchases.0.quantity"), (#""productId":"P1","#, "", "purchases.0.productId"),
    ])
    func `a bad value is an error that names its path`(good: String, bad: String, path: String) throws {
        #expect(try failingPath(PurchaseOrder.self, saved.replacing(good, with: bad)) == path)
    }

    @Test func `a quantity that is not a number is never written`() {
        let order = PurchaseOrder(poNumber: "A", purchases: [.init(productId: 1, quantity: .nan)])
        #expect(throws: EncodingError.self) { try encoded(order) }
    }

    @Test func `a total is exact, and unknown when a price is`() throws {
        let order: PurchaseOrder = try decoded(
            #"{"poNumber":"A","purchases":[{"productId":"P","quantity":0.1},{"productId":"Q","quantity":3}]}"#
        )
        #expect(order.total(prices: ["P": 1, "Q": 72_000]) == Decimal(string: "216000.1"))
        #expect(order.total(prices: ["P": 1]) == nil)
    }
}
