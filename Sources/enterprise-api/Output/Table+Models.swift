import EnterpriseAPI
import Foundation

// The table of each kind of thing the backend knows.

extension Table {
    init(_ announcements: [Announcement]) {
        self.init(
            announcements,
            columns: [
                (Column("Id"), \.id.rawValue),
                (Column("Message"), \.message),
            ]
        )
    }

    /// How many steps a name is set in at most: a chain of managers may be as long as the server likes.
    static let maximumIndentation = 20

    /// Everybody below their manager, one step further in; at the deepest levels their number says so.
    init(_ chart: OrgChart) {
        self.init(
            chart.nodes,
            columns: [
                (Column("Name"), { Self.indentation(level: $0.level) + $0.employee.fullName }),
                (Column("Location"), \.employee.location),
                (Column("Birthday"), { $0.employee.birthday.map(Self.day) ?? "" }),
                (Column("Reports", .right), { $0.reports.isEmpty ? "" : String($0.reports.count) }),
                (Column("Id"), \.id.rawValue),
            ]
        )
    }

    init(_ events: [Event]) {
        self.init(
            events,
            columns: [
                (Column("Begins (UTC)"), { Self.minute($0.date) }),
                (Column("Lasts", .right), { Self.span($0.duration) }),
                (Column("Kind"), \.type.rawValue),
                (Column("Name"), \.name),
            ]
        )
    }

    init(_ products: [Product]) {
        self.init(
            products,
            columns: [
                (Column("Name"), \.name),
                (Column("Unit price", .right), { "\($0.unitPrice)" }),
                (Column("Id"), \.id.rawValue),
            ]
        )
    }

    init(_ orders: [PurchaseOrder]) {
        self.init(
            orders,
            columns: [
                (Column("Number"), \.poNumber),
                (Column("Ordered (UTC)"), { $0.purchaseDate.map(Self.minute) ?? "" }),
                (Column("Due (UTC)"), { $0.dueDate.map(Self.minute) ?? "" }),
                (Column("Items", .right), { String($0.purchases.count) }),
                (Column("Comment"), { $0.comment ?? "" }),
                (Column("Id"), { $0.id?.rawValue ?? "" }),
            ]
        )
    }

    init(_ user: UserInfo) {
        self.init(
            [user],
            columns: [
                (Column("User"), \.username),
                (Column("Name"), { $0.name ?? "" }),
                (Column("Id"), \.id.rawValue),
            ]
        )
    }

    init(_ account: Account?) {
        self.init(
            [account].compactMap(\.self),
            columns: [
                (Column("User"), { $0.username ?? "" }),
                (Column("Id"), \.id.rawValue),
            ]
        )
    }

    private static func indentation(level: Int) -> String {
        let steps = String(repeating: "  ", count: min(level, maximumIndentation))
        return level > maximumIndentation ? steps + "(level \(level)) " : steps
    }

    private static func day(_ birthday: Birthday) -> String {
        let day = [birthday.month, birthday.day].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(birthday.year)-" + day.joined(separator: "-")
    }

    /// Such as "2026-03-01 09:30".
    private static func minute(_ date: Date) -> String {
        let second = date.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)
        )
        return String(second.dropLast(3))
    }

    /// Such as "1:30" hours; empty for what is no duration, since the server's number may be anything.
    private static func span(_ seconds: TimeInterval) -> String {
        guard let minutes = Int(exactly: (seconds / 60).rounded()), minutes >= 0 else { return "" }
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hours):\(minute < 10 ? "0" : "")\(minute)"
    }
}
