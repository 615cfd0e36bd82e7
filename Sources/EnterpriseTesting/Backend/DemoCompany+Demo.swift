import Foundation

extension DemoCompany {
    /// Lumen & Tide, makers of harbour lights: 28 employees in four levels, and something of everything a client
    /// has to cope with: accents, empty and missing values, types it does not know, prices of many sizes.
    public static let demo = DemoCompany(
        employees: demoEmployees,
        announcements: demoMessages.map { Announcement(id: identifier(for: "announcement \($0)"), message: $0) },
        events: demoEvents,
        products: demoProducts,
        orders: demoOrders,
        accounts: demoAccounts
    )

    private static let demoMessages = [
        "Welcome aboard, and to harbour 7.",
        "The canteen serves fish on Fridays again.",
        "The car park is closed on 1/2 March; please use gate B/C.",
        "Safety drill: leave by the nearest exit, then meet at the quay.",
        "Zoë Ångström leads the optics lab from today on. Congratulations! 🎉",
        "A \"quoted\" word, a back\\slash and\na second line.",
        "",
        "Überstunden bitte bis zum 5. eintragen · 残業は五日までに記入してください",
    ]

    private static let demoEvents = [
        event("Quarterly review", "2026-01-15T09:00:00Z", "Meeting", 5400),
        event("Dentist", "2026-01-20T13:30:00Z", "Appointment", 2700),
        event("New Year", "2026-01-01T00:00:00Z", "Holiday", 86400),
        event("Bridge day", "2026-05-15T00:00:00Z", "DayOff", 86400),
        event("Jane's birthday", "2026-04-12T00:00:00Z", "Birthday", 86400),
        event("Stand-up", "2026-02-02T08:45:00Z", "Meeting", 900.5),
        event("Leap day lunch", "2028-02-29T11:00:00Z", "Meeting", 3600),
        event("Customs / harbour office", "2026-03-03T10:00:00Z", "Appointment", 1800),
        event("Lights out", "2025-12-31T23:59:59Z", "Holiday", 0),
        event("Tide hackathon", "2026-06-19T07:00:00Z", "Hackathon", 172_800),
    ]

    private static let demoProducts = [
        product("Signal lamp", 249.99), product("Washer", 0.5), product("Lens, 300 mm", 1815),
        product("Lighthouse, complete", 1_200_837), product("Buoy", 72_000), product("Cable, per metre", 1.25),
        product("Screw", 0.01), product("Rope, 50 m", 89.9), product("Fog horn", 640),
        product("Battery 12 V / 80 Ah", 129.95), product("Sticker", 0), product("Glühbirne", 3.2),
    ]

    private static let demoOrders = [
        Order(
            id: identifier(for: "order 1"),
            poNumber: "2025/017",
            comment: "For the pier",
            purchaserID: employeeID("Jane Doe"),
            purchaseDate: date("2025-11-03T10:15:00Z"),
            dueDate: date("2025-12-01T00:00:00Z"),
            items: [item("Signal lamp", 4), item("Screw", 200)]
        ),
        Order(
            id: identifier(for: "order 2"),
            poNumber: "0042",
            purchaserID: employeeID("Ravi Menon"),
            purchaseDate: date("2025-11-20T16:40:30Z"),
            items: [item("Cable, per metre", 1.5)]
        ),
        Order(
            id: identifier(for: "order 3"),
            poNumber: "PO-3",
            comment: "",
            purchaserID: employeeID("Jane Doe"),
            purchaseDate: date("2025-12-09T08:00:00Z"),
            dueDate: date("2026-02-28T12:00:00Z"),
            items: [item("Buoy", 1), item("Fog horn", 2), item("Sticker", 1000)]
        ),
    ]

    private static let demoAccounts = [
        account("jane.doe", "correct horse battery", "Jane Doe"),
        account("ravi.menon", "tide:tables:2026 – çà et là", "Ravi Menon"),
        account("zoë", "l'été", "Zoë Ångström"),
    ]

    static func employeeID(_ name: String) -> String { identifier(for: "employee \(name)") }

    private static func event(_ name: String, _ date: String, _ type: String, _ duration: Double) -> Event {
        Event(id: identifier(for: "event \(name)"), name: name, date: Self.date(date), type: type, duration: duration)
    }

    private static func product(_ name: String, _ price: Double) -> Product {
        Product(id: identifier(for: "product \(name)"), name: name, unitPrice: price)
    }

    private static func item(_ product: String, _ quantity: Double) -> Order.Item {
        Order.Item(productID: identifier(for: "product \(product)"), quantity: quantity)
    }

    private static func account(_ username: String, _ password: String, _ name: String) -> Account {
        Account(id: employeeID(name), username: username, password: password, name: name)
    }

    private static func date(_ text: String) -> Date { WireDate.date(text) ?? .distantPast }
}
