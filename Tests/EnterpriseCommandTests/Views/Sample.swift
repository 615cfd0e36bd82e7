import EnterpriseAPI
import Foundation

@testable import enterprise_api

/// A small company with everything that is awkward to show.
enum Sample {
    static let noon = Date(timeIntervalSince1970: 1_772_366_400)  // 2026-03-01 12:00 UTC, a Sunday

    static let chart = OrgChart([
        employee("b", "Bo", "Li", "Oslo", manager: "a"),
        employee("a", "", "Ada \"The\" <Boss>", "Köln", birthday: Birthday(year: 1992, month: 2, day: 29)),
        employee("c", "美咲", "田中", "東京", manager: "a"),
        employee("d", "Cy", "Ng\u{1B}[31m", "", manager: "b"),
    ])

    static func employee(
        _ id: Identifier,
        _ given: String,
        _ family: String,
        _ location: String,
        birthday: Birthday? = nil,
        manager: Identifier? = nil
    ) -> Employee {
        Employee(
            id: id,
            givenName: given,
            familyName: family,
            location: location,
            birthday: birthday,
            manager: manager
        )
    }

    static func event(_ name: String, _ offset: TimeInterval, _ type: EventType, _ duration: TimeInterval)
        -> CalendarEntry
    {
        CalendarEntry(Event(id: Identifier(name), name: name, date: noon + offset, type: type, duration: duration))
    }

    static let entries = [
        event("Review, and; so\\on\nfurther", -3 * 3600, .meeting, 5400),
        event("Fair 🎉", 43_200, EventType(rawValue: "Fair"), 2 * 86_400),
        event("Late shift", 9 * 3600, .appointment, 6 * 3600),
        event("Odd", 0, .dayOff, 1e300),
        event("Back", 60, .dayOff, -90),
    ]

    /// A company of so many, seven below each manager.
    static func company(of count: Int) -> OrgChart {
        var employees: [Employee] = []
        for number in 0..<count {
            let manager = number == 0 ? nil : Identifier(Int64((number - 1) / 7))
            let id = Identifier(Int64(number))
            employees.append(employee(id, "Person", "Number \(number)", "Site \(number % 9)", manager: manager))
        }
        return OrgChart(employees)
    }
}
