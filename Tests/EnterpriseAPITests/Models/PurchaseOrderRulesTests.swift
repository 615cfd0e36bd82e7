import EnterpriseAPI
import Foundation
import Testing

@Suite(.serialized) struct PurchaseOrderRulesTests {
    /// 2024-05-06T12:00:00Z
    private let now = Date(timeIntervalSince1970: 1_714_996_800)
    private let prices: [Identifier: Decimal] = ["P": 100, "Q": 0.5]

    private func violations(
        number: String = "A-1",
        due: Date? = nil,
        _ quantities: KeyValuePairs<Identifier, Decimal> = ["P": 1]
    ) -> [PurchaseOrder.Violation] {
        let items = quantities.map { PurchaseOrder.Item(productId: $0, quantity: $1) }
        return PurchaseOrder(poNumber: number, dueDate: due, purchases: items)
            .violations(maxExpense: 10_000, prices: prices, now: now)
    }

    @Test func `an order within the rules breaks none, at the limit neither`() {
        #expect(violations().isEmpty)
        #expect(violations(due: now + 1, ["P": 99.5, "Q": 100]).isEmpty)
    }

    @Test(arguments: ["", " ", "\t\n\u{A0}"])
    func `a number of nothing but white space is empty`(number: String) {
        #expect(violations(number: number).map(\.rule) == [.emptyNumber])
    }

    @Test func `an order needs an item`() {
        #expect(violations([:]).map(\.rule) == [.noItems])
    }

    @Test(arguments: [0, -1, -0.5, .nan] as [Decimal])
    func `a quantity that is not above zero names its item`(quantity: Decimal) throws {
        let violation = try #require(violations(["P": 1, "unpriced": quantity]).first)
        #expect(violation.rule == .quantityNotPositive)
        #expect(violation.itemIndex == 1)
        #expect(violation.description.contains("purchases[1]"))
    }

    @Test func `a total over the limit names both amounts`() throws {
        let found = violations(["P": 100, "Q": 1])
        #expect(found.map(\.rule) == [.totalOverLimit])
        let description = try #require(found.first).description
        #expect(description.contains("10000.5") && description.contains("of 10000"))
    }

    @Test func `a total too large for a number is over the limit`() {
        #expect(violations(["P": .greatestFiniteMagnitude]).map(\.rule) == [.totalOverLimit])
    }

    @Test func `items without a known price count as nothing, the others do count`() {
        #expect(violations(["P": 1, "unpriced": 1_000_000]).isEmpty)
        #expect(violations(["P": 1_000, "unpriced": 1]).map(\.rule) == [.totalOverLimit])
        let order = PurchaseOrder(poNumber: "A", purchases: [.init(productId: "P", quantity: 1_000)])
        #expect(order.violations(maxExpense: 1, prices: nil, now: now).isEmpty)
    }

    @Test(
        arguments: [
            (-43_200, false), (-43_201, true), (-1, false), (0, false), (86_400, false), (-86_400, true),
        ] as [(TimeInterval, Bool)]
    )
    func `a due date is past once its day in UTC is over`(seconds: TimeInterval, isPast: Bool) {
        #expect(violations(due: now + seconds).map(\.rule) == (isPast ? [.dueDatePast] : []))
    }

    @Test func `the error lists every broken rule in one line`() throws {
        let order = PurchaseOrder(
            poNumber: " ",
            dueDate: now - 100_000,
            purchases: [.init(productId: "P", quantity: 0), .init(productId: "P", quantity: 200)]
        )
        let error = try #require(throws: PurchaseOrderError.self) {
            try order.validate(maxExpense: 10_000, prices: prices, now: now)
        }
        #expect(
            error.description
                == "The purchase order was not sent: the order number is empty; purchases[0]: quantity 0 is not above "
                + "zero; the total 20000 is over the limit of 10000; the due date 2024-05-05T08:13:20Z is in the past."
        )
    }
}
