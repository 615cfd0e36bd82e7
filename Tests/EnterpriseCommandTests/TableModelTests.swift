import EnterpriseAPI
import Foundation
import Testing

@testable import enterprise_api

@Suite(.serialized) struct TableModelTests {
    private static let noon = Date(timeIntervalSince1970: 1_772_366_400)  // 2026-03-01 12:00 UTC

    @Test func `employees stand below their manager`() {
        let chart = OrgChart([
            Employee(id: "b", givenName: "Bo", familyName: "Li", location: "Oslo", manager: "a"),
            Employee(
                id: "a",
                givenName: "",
                familyName: "Ada",
                location: "Köln",
                birthday: Birthday(year: 1990, month: 2, day: 3)
            ),
        ])
        #expect(
            Table(chart).text == """
                Name     Location  Birthday    Reports  Id
                Ada      Köln      1990-02-03        1  a
                  Bo Li  Oslo                           b

                """
        )
    }

    @Test func `a long chain of managers does not indent without end`() {
        let chain = (0..<1_000).map { number in
            Employee(
                id: Identifier(Int64(number)),
                givenName: "",
                familyName: "Ada",
                location: "Oslo",
                manager: number == 0 ? nil : Identifier(Int64(number - 1))
            )
        }
        let lines = Table(OrgChart(chain)).text.split(separator: "\n").dropFirst().map(String.init)
        let deepest = String(repeating: "  ", count: 20)
        #expect(lines[1].hasPrefix("  Ada  "))
        #expect(lines[20].hasPrefix(deepest + "Ada  "))
        #expect(lines[21].hasPrefix(deepest + "(level 21) Ada  "))
        #expect(lines[999].hasPrefix(deepest + "(level 999) Ada  "))
        #expect(lines.allSatisfy { $0.count < 100 })
    }

    @Test func `events show when they begin, in UTC, and how long they last`() {
        let events = [
            Event(id: "1", name: "Review", date: Self.noon, type: .meeting, duration: 5400),
            Event(id: "2", name: "Party", date: Self.noon, type: EventType(rawValue: "Party"), duration: 86400),
            Event(id: "3", name: "Odd", date: Self.noon, type: .dayOff, duration: 1e300),
            Event(id: "4", name: "Back", date: Self.noon, type: .dayOff, duration: -90),
        ]
        #expect(
            Table(events).text == """
                Begins (UTC)      Lasts  Kind     Name
                2026-03-01 12:00   1:30  Meeting  Review
                2026-03-01 12:00  24:00  Party    Party
                2026-03-01 12:00         DayOff   Odd
                2026-03-01 12:00         DayOff   Back

                """
        )
    }

    @Test func `products show exact prices`() {
        let products = [
            Product(id: "1", name: "Pencil", unitPrice: 0.5), Product(id: "2", name: "Crane", unitPrice: 1_200_837),
        ]
        #expect(
            Table(products).text == """
                Name    Unit price  Id
                Pencil         0.5  1
                Crane      1200837  2

                """
        )
    }

    @Test func `orders leave out what the server did not say`() {
        let orders = [
            PurchaseOrder(
                id: 3,
                poNumber: "PO-1",
                comment: "soon",
                purchaseDate: Self.noon,
                dueDate: Self.noon + 60,
                purchases: [.init(productId: "1", quantity: 2)]
            ),
            PurchaseOrder(poNumber: "PO-22", purchases: []),
        ]
        #expect(
            Table(orders).text == """
                Number  Ordered (UTC)     Due (UTC)         Items  Comment  Id
                PO-1    2026-03-01 12:00  2026-03-01 12:01      1  soon     3
                PO-22                                           0

                """
        )
    }

    @Test func `a user without a name to show`() {
        #expect(Table(UserInfo(id: "1", username: "ada")).text == "User  Name  Id\nada         1\n")
    }
}
