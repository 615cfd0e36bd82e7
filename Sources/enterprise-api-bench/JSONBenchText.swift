import EnterpriseTesting
import Foundation

/// Texts as the backend writes them, of any length.
enum JSONBenchText {
    static func employees(_ count: Int) -> String {
        array(count) { index in
            let reports = (1...4).map { index * 4 + $0 }.filter { $0 < count }.map { "\"\(id("e", $0))\"" }
            let manager = index == 0 ? "null" : "\"\(id("e", (index - 1) / 4))\""
            let birthday = "\(two(index % 12 + 1))-\(two(index % 28 + 1))-\(1950 + index % 50)"
            return #"{"id":"\#(id("e", index))","givenName":"\#(given[index % given.count])","#
                + #""familyName":"\#(family[index % family.count])","location":"\#(places[index % places.count])","#
                + #""manager":\#(manager),"directReports":[\#(reports.joined(separator: ","))],"#
                + #""birthday":"\#(birthday)"}"#
        }
    }

    static func events(_ count: Int) -> String {
        array(count) { index in
            #"{"id":"\#(id("v", index))","name":"Review of quarter \#(index)","date":"\#(date(index))","#
                + #""type":"\#(kinds[index % kinds.count])","duration":\#(900 * (index % 8 + 1))}"#
        }
    }

    static func orders(_ count: Int) -> String {
        array(count) { index in
            let items = (0...index % 3).map {
                #"{"productId":"\#(id("p", index + $0))","quantity":\#($0 + 1).5}"#
            }
            return #"{"id":"\#(id("o", index))","poNumber":"PO-\#(10_000 + index)","comment":null,"#
                + #""purchaser":"\#(id("u", index % 7))","purchaseDate":"\#(date(index))","dueDate":null,"#
                + #""purchases":[\#(items.joined(separator: ","))]}"#
        }
    }

    static func announcements(_ count: Int) -> String {
        array(count) { index in
            #"{"id":"\#(id("a", index))","message":"The café opens at \#(index % 24) o’clock; bring your \"badge\"."}"#
        }
    }

    private static let given = ["Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "José"]
    private static let family = ["Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Müller"]
    private static let places = ["Cupertino", "New York", "Dublin", "Zürich"]
    private static let kinds = ["Meeting", "Appointment", "Holiday", "DayOff", "Birthday"]

    private static func array(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (0..<count).map(element).joined(separator: ",") + "]"
    }

    private static func id(_ kind: String, _ index: Int) -> String { DemoCompany.identifier(for: "\(kind)\(index)") }
    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    private static func date(_ index: Int) -> String {
        "20\(two(index % 30))-\(two(index % 12 + 1))-\(two(index % 28 + 1))T\(two(index % 24)):\(two(index % 60)):00Z"
    }
}
