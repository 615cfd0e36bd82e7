/// Spells the company's records as an edition of the backend does.
struct WireRecords: Sendable {
    let edition: ReferenceBackend.Edition
    /// The older edition's opaque names, by the current one's identifiers.
    private let names: [String: String]

    init(_ company: DemoCompany, edition: ReferenceBackend.Edition) {
        self.edition = edition
        names = edition == .older ? Self.opaqueNames(company.employees) : [:]
    }

    func employees(_ employees: [DemoCompany.Employee]) -> WireJSON {
        let reports = Dictionary(grouping: employees.filter { $0.managerID != nil }, by: \.managerID)
        return .array(
            employees.map { employee in
                .object([
                    ("id", .string(name(employee.id))),
                    ("givenName", .string(employee.givenName)),
                    ("familyName", .string(employee.familyName)),
                    ("location", .string(employee.location)),
                    ("manager", optional(employee.managerID.map { .string(name($0)) })),
                    ("directReports", .array((reports[employee.id] ?? []).map { .string(name($0.id)) })),
                    ("birthday", optional(employee.birthday.map { .string($0) })),
                ])
            }
        )
    }

    func announcements(_ announcements: [DemoCompany.Announcement]) -> WireJSON {
        .array(
            announcements.enumerated().map { index, announcement in
                .object([("id", id(announcement.id, index)), ("message", .string(announcement.message))])
            }
        )
    }

    func events(_ events: [DemoCompany.Event]) -> WireJSON {
        .array(
            events.map { event in
                .object([
                    ("id", .string(event.id)), ("name", .string(event.name)),
                    ("date", .string(WireDate.text(event.date))), ("type", .string(event.type)),
                    ("duration", .number(event.duration)),
                ])
            }
        )
    }

    func products(_ products: [DemoCompany.Product]) -> WireJSON {
        .array(
            products.map { product in
                .object([
                    ("id", .string(product.id)), ("name", .string(product.name)),
                    ("unitPrice", .number(product.unitPrice)),
                ])
            }
        )
    }

    func orders(_ orders: [DemoCompany.Order]) -> WireJSON {
        .array(orders.enumerated().map { order($1, index: $0) })
    }

    func order(_ order: DemoCompany.Order, index: Int) -> WireJSON {
        .object([
            ("id", id(order.id, index)),
            ("poNumber", .string(order.poNumber)),
            ("comment", optional(order.comment.map { .string($0) })),
            // A user's id, which is a UUID in both editions: the server takes it from the token.
            ("purchaser", .string(order.purchaserID)),
            ("purchaseDate", .string(WireDate.text(order.purchaseDate))),
            ("dueDate", optional(order.dueDate.map { .string(WireDate.text($0)) })),
            (
                "purchases",
                .array(
                    order.items.map {
                        .object([("productId", .string($0.productID)), ("quantity", .number($0.quantity))])
                    }
                )
            ),
        ])
    }

    /// - Parameter tokenID: what the older edition sends as the token object's own id.
    func token(_ token: String, tokenID: String, account: DemoCompany.Account) -> WireJSON {
        switch edition {
        case .current:
            .object([
                ("token", .string(token)),
                ("user", .object([("id", .string(account.id)), ("username", .string(account.username))])),
            ])
        case .older:
            .object([("id", .string(tokenID)), ("token", .string(token)), ("userID", .string(account.id))])
        }
    }

    func user(_ account: DemoCompany.Account) -> WireJSON {
        .object([
            ("id", .string(account.id)), ("username", .string(account.username)),
            ("name", edition == .older ? .string(account.name) : .absent),
        ])
    }

    private func optional(_ value: WireJSON?) -> WireJSON { value ?? (edition == .older ? .absent : .null) }

    private func id(_ id: String, _ index: Int) -> WireJSON {
        edition == .older ? .number(Double(index + 1)) : .string(id)
    }

    private func name(_ id: String) -> String { names[id] ?? id }

    private static func opaqueNames(_ employees: [DemoCompany.Employee]) -> [String: String] {
        var uses: [String: Int] = [:]
        var names: [String: String] = [:]
        for employee in employees {
            let name = (employee.givenName + employee.familyName).filter { $0 != " " }
            let count = (uses[name] ?? 0) + 1
            uses[name] = count
            names[employee.id] = count == 1 ? name : "\(name)\(count)"
        }
        return names
    }
}
