import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct ReferenceBackendDataTests {
    private func list(_ path: String, _ client: BackendClient) throws -> [[String: Any]] {
        try client.ask("GET", "/api/\(path)", client.bearer()).array()
    }

    private func isUUID(_ value: Any?) -> Bool {
        guard let text = value as? String else { return false }
        return UUID(uuidString: text)?.uuidString == text
    }

    @Test func `ids are upper-case UUIDs in the current edition`() throws {
        let client = try BackendClient()
        for path in ["announcements", "employees", "events", "products", "purchases"] {
            let ids = try list(path, client).map { $0["id"] }
            #expect(ids.allSatisfy(isUUID))
            #expect(Set(ids.compactMap { $0 as? String }).count == ids.count)
        }
    }

    @Test func `ids are numbers and opaque names in the older one`() throws {
        let client = try BackendClient(.older)
        for path in ["announcements", "purchases"] {
            let ids = try list(path, client).map { $0["id"] as? Int }
            #expect(ids == Array(1...ids.count))
        }
        let employees = try list("employees", client)
        #expect(employees.contains { $0["id"] as? String == "JaneDoe" })
        #expect(!employees.contains { isUUID($0["id"]) })
        #expect(try list("products", client).allSatisfy { isUUID($0["id"]) })
    }

    @Test(arguments: ReferenceBackend.Edition.allCases)
    func `the chart has four levels below one root that is not first`(edition: ReferenceBackend.Edition) throws {
        let employees = try list("employees", BackendClient(edition))
        #expect(employees.count >= 25)
        var managers: [String: String] = [:]
        var reports: [String: [String]] = [:]
        for employee in employees {
            let id = try #require(employee["id"] as? String)
            managers[id] = employee["manager"] as? String
            reports[id] = employee["directReports"] as? [String]
            #expect((employee["manager"] is NSNull) == (edition == .current && managers[id] == nil))
        }
        #expect(employees.count - managers.count == 1, "roots")
        #expect(managers[try #require(employees[0]["id"] as? String)] != nil, "root first")
        for (id, manager) in managers { #expect(reports[manager]?.contains(id) == true) }
        #expect(reports.values.joined().count == managers.count)
        func depth(_ id: String) -> Int { managers[id].map { 1 + depth($0) } ?? 1 }
        #expect(reports.keys.map(depth).max() == 4)
    }

    @Test func `employees have the fields of the contract, with the gaps a client must bear`() throws {
        let employees = try list("employees", BackendClient())
        for employee in employees {
            #expect(
                Set(employee.keys)
                    == ["id", "givenName", "familyName", "location", "manager", "directReports", "birthday"]
            )
        }
        #expect(employees.contains { $0["givenName"] as? String == "" })
        #expect(employees.contains { $0["birthday"] is NSNull })
        let birthdays = employees.compactMap { $0["birthday"] as? String }
        #expect(birthdays.contains("02-29-1988"))
        #expect(birthdays.allSatisfy { $0.wholeMatch(of: /(0[1-9]|1[0-2])-[0-3][0-9]-(19|20)[0-9]{2}/) != nil })
        let older = try list("employees", BackendClient(.older))
        #expect(older.contains { $0["birthday"] == nil })
        #expect(!older.contains { $0.values.contains { $0 is NSNull } })
    }

    @Test func `events have all types, and one that no client knows`() throws {
        let events = try list("events", BackendClient())
        #expect(
            Set(events.compactMap { $0["type"] as? String })
                == ["Meeting", "Appointment", "Holiday", "DayOff", "Birthday", "Hackathon"]
        )
        for event in events {
            #expect(Set(event.keys) == ["id", "name", "date", "type", "duration"])
            let date = try #require(event["date"] as? String)
            #expect(date.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
            #expect(event["duration"] is Double)
        }
    }

    @Test func `whole numbers come without a point`() throws {
        let client = try BackendClient()
        let products = try client.ask("GET", "/api/products", client.bearer()).text
        for price in ["0.5", "72000", "1200837", "249.99"] { #expect(products.contains("\"unitPrice\":\(price)")) }
        #expect(products.firstRange(of: /\.0[,}]/) == nil)
        #expect(try client.ask("GET", "/api/events").text.contains("\"duration\":900.5"))
    }

    @Test func `orders have strings as numbers, nulls, and fractions of a unit`() throws {
        let orders = try list("purchases", BackendClient())
        #expect(orders.map { $0["poNumber"] as? String } == ["2025/017", "0042", "PO-3"])
        #expect(orders.contains { $0["comment"] is NSNull && $0["dueDate"] is NSNull })
        let items = orders.compactMap { $0["purchases"] as? [[String: Any]] }.joined()
        #expect(items.contains { $0["quantity"] as? Double == 1.5 })
        let older = try list("purchases", BackendClient(.older))
        #expect(older.contains { $0["comment"] == nil && $0["dueDate"] == nil })
    }

    @Test func `keys come in no fixed order, but the same in every run`() throws {
        let backend = ReferenceBackend()
        let text = String(decoding: backend.handle(ServerRequest(target: "/api/events")).body, as: UTF8.self)
        let firstKeys = text.matches(of: /\{"([a-z]+)"/).map { $0.output.1 }
        #expect(Set(firstKeys).count > 2)
        #expect(
            backend.handle(ServerRequest(target: "/api/events")).body
                == ReferenceBackend().handle(ServerRequest(target: "/api/events")).body
        )
    }

    @Test func `messages come through as they are`() throws {
        let client = try BackendClient()
        let response = try client.ask("GET", "/api/announcements", client.bearer())
        let messages = try response.array().map { $0["message"] as? String }
        #expect(messages == DemoCompany.demo.announcements.map(\.message))
        #expect(messages.count >= 8)
        #expect(response.text.contains("\\/") && response.text.firstRange(of: /[^\\]\//) != nil, "both spellings of /")
    }

    @Test func `control characters are escaped`() throws {
        let message = "a\u{0}b\tc\r\n\u{1f}\u{7f}\u{2028}\\/\"é🎉"
        var company = DemoCompany.demo
        company.announcements = [DemoCompany.Announcement(id: "1", message: message)]
        let client = try BackendClient(RunningBackend(ReferenceBackend(company: company)))
        #expect(try list("announcements", client)[0]["message"] as? String == message)
    }

    @Test(arguments: [0, 1, 2, 5000])
    func `a generated company has as many employees as wanted`(count: Int) throws {
        let company = DemoCompany.generated(employees: count)
        #expect(company.employees.count == count)
        #expect(Set(company.employees.map(\.id)).count == count)
        #expect(company.employees.filter { $0.managerID == nil }.count == min(count, 1))
        if count > 1 { #expect(company.employees[0].managerID != nil) }
        let ids = Set(company.employees.map(\.id))
        #expect(company.employees.compactMap(\.managerID).allSatisfy(ids.contains))
        let client = try BackendClient(RunningBackend(ReferenceBackend(company: company)))
        #expect(try list("employees", client).count == count)
        #expect(company.employees.map(\.id) == DemoCompany.generated(employees: count).employees.map(\.id))
    }
}
