public import Foundation

/// The data a `ReferenceBackend` serves: a company that never was.
///
/// Identifiers are those of the current edition; the backend writes the older edition's in their place when asked to.
public struct DemoCompany: Sendable {
    /// The employees, in the order they are served: the chart's root is not the first.
    public var employees: [Employee]
    /// The announcements.
    public var announcements: [Announcement]
    /// The events.
    public var events: [Event]
    /// The products.
    public var products: [Product]
    /// The purchase orders that are there from the start.
    public var orders: [Order]
    /// Who may sign in.
    public var accounts: [Account]

    /// A company with the given records.
    public init(
        employees: [Employee] = [],
        announcements: [Announcement] = [],
        events: [Event] = [],
        products: [Product] = [],
        orders: [Order] = [],
        accounts: [Account] = []
    ) {
        self.employees = employees
        self.announcements = announcements
        self.events = events
        self.products = products
        self.orders = orders
        self.accounts = accounts
    }

    /// An upper-case UUID that depends on the name alone.
    public static func identifier(for name: String) -> String {
        // FNV-1a: Swift's own hash differs from run to run.
        let seed = name.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var generator = SeededGenerator(seed: seed)
        var hex = [generator.next(), generator.next()].map { bits in
            let digits = String(bits, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        // Version 4, variant 1 (RFC 9562, section 5.4).
        hex[0] = hex[0].prefix(12) + "4" + hex[0].suffix(3)
        hex[1] = "8" + hex[1].suffix(15)
        return "\(hex[0].prefix(8))-\(hex[0].dropFirst(8).prefix(4))-\(hex[0].suffix(4))"
            + "-\(hex[1].prefix(4))-\(hex[1].suffix(12))"
    }
}

extension DemoCompany {
    /// Somebody in the chart. Direct reports follow from the others' managers.
    public struct Employee: Sendable {
        /// A UUID.
        public var id: String
        /// May be empty.
        public var givenName: String
        /// The family name.
        public var familyName: String
        /// Where the employee works.
        public var location: String
        /// The manager's id; nil at the chart's root.
        public var managerID: String?
        /// `MM-dd-yyyy`, or nil when it is not known.
        public var birthday: String?

        /// An employee.
        public init(
            id: String,
            givenName: String,
            familyName: String,
            location: String,
            managerID: String? = nil,
            birthday: String? = nil
        ) {
            self.id = id
            self.givenName = givenName
            self.familyName = familyName
            self.location = location
            self.managerID = managerID
            self.birthday = birthday
        }
    }

    /// Something the company wants known.
    public struct Announcement: Sendable {
        /// A UUID.
        public var id: String
        /// Its text.
        public var message: String

        /// An announcement.
        public init(id: String, message: String) {
            self.id = id
            self.message = message
        }
    }

    /// A date in the company's calendar.
    public struct Event: Sendable {
        /// A UUID.
        public var id: String
        /// What it is called.
        public var name: String
        /// When it begins.
        public var date: Date
        /// `Meeting`, `Appointment`, `Holiday`, `DayOff`, `Birthday`, or what a newer server adds.
        public var type: String
        /// Seconds.
        public var duration: Double

        /// An event.
        public init(id: String, name: String, date: Date, type: String, duration: Double) {
            self.id = id
            self.name = name
            self.date = date
            self.type = type
            self.duration = duration
        }
    }

    /// Something that can be ordered.
    public struct Product: Sendable {
        /// A UUID.
        public var id: String
        /// What it is called.
        public var name: String
        /// The price of one.
        public var unitPrice: Double

        /// A product.
        public init(id: String, name: String, unitPrice: Double) {
            self.id = id
            self.name = name
            self.unitPrice = unitPrice
        }
    }
}
