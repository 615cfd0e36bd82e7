import EnterpriseAPI
import Foundation

/// How employees are shown as lists; the pictures of the company are in files of their own.
enum EmployeeView {
    typealias Node = OrgChart.Node

    /// How many steps a name is set in at most: a chain of managers may be as long as the server likes.
    static let maximumIndentation = 20

    static let columns: [Column<Node>] = [
        Column(name: "name", heading: "Name") { Cell($0.employee.fullName) },
        Column(name: "location", heading: "Location") { Cell($0.employee.location) },
        Column(name: "birthday", heading: "Birthday") { Cell($0.employee.birthday.map(day) ?? "") },
        Column(name: "reports", heading: "Reports", alignment: .right) { reports($0) },
        Column(name: "manager", heading: "Manager", isStandard: false) { Cell($0.manager?.employee.fullName ?? "") },
        Column(name: "level", heading: "Level", alignment: .right, isStandard: false) {
            Cell("\($0.level)", number: .init($0.level))
        },
        Column(name: "id", heading: "Id") { Cell($0.id.rawValue) },
    ]

    /// The same, with each name one step further in than the manager's; at the deepest levels the number says so.
    static var indented: [Column<Node>] {
        columns.map { column in
            guard column.name == "name" else { return column }
            return Column(name: column.name, heading: column.heading) {
                Cell(indentation(level: $0.level) + $0.employee.fullName)
            }
        }
    }

    /// One person: the way up to the top, what is known, and the reports.
    static func card(_ node: Node, style: Style = .plain) -> String {
        let employee = node.employee
        var managers: [String] = []
        var above = node.manager
        while let manager = above {
            managers.append(manager.employee.fullName.terminalSafe)
            above = manager.manager
        }
        let rows = [
            ("Location", employee.location), ("Birthday", employee.birthday.map(day) ?? ""),
            ("Managers", managers.joined(separator: " < ")), ("Id", node.id.rawValue),
        ]
        let lines = rows.filter { !$0.1.isEmpty }.map { "  \($0.0.padding(to: 8))  \($0.1.terminalSafe)\n" }
        let reports = node.reports.map {
            "    \($0.employee.fullName.terminalSafe), \($0.employee.location.terminalSafe)\n"
        }
        return style.paint(employee.fullName.terminalSafe, .bold) + "\n" + lines.joined()
            + (reports.isEmpty ? "" : "  Reports   \(reports.count)\n" + reports.joined())
    }

    /// Those whom a name or an id means: all who have exactly it, else all who have it as a part.
    static func find(_ text: String, in chart: OrgChart) -> [Node] {
        if let node = chart.node(id: Identifier(text)) { return [node] }
        let name = Condition("name=\(text)")
        let part = Condition("name~\(text)")
        func matches(_ condition: Condition?) -> [Node] {
            chart.nodes.filter { condition?.holds(for: Cell($0.employee.fullName)) ?? false }
        }
        let exact = matches(name)
        return exact.isEmpty ? matches(part) : exact
    }

    /// Such as "1990-02-03", which sorts.
    static func day(_ birthday: Birthday) -> String {
        "\(birthday.year)-\(DateText.padded(birthday.month))-\(DateText.padded(birthday.day))"
    }

    private static func reports(_ node: Node) -> Cell {
        let count = node.reports.count
        return Cell(count == 0 ? "" : "\(count)", number: .init(count))
    }

    private static func indentation(level: Int) -> String {
        let steps = String(repeating: "  ", count: min(level, maximumIndentation))
        return level > maximumIndentation ? steps + "(level \(level)) " : steps
    }
}
