import EnterpriseAPI

/// The company as a tree of lines.
enum TreeView {
    static func text(_ chart: OrgChart, style: Style = .plain) -> String {
        // Walked with a stack of its own: a chain of managers may be as long as the server likes.
        var lines: [String] = []
        var waiting = chart.roots.reversed().map { Place(node: $0, stem: "", branch: "", below: "") }
        while let place = waiting.popLast() {
            let employee = place.node.employee
            lines.append(
                style.paint(place.stem + place.branch, .dim) + employee.fullName.terminalSafe
                    + (employee.location.isEmpty ? "" : "  " + style.paint(employee.location.terminalSafe, .dim))
            )
            let reports = place.node.reports
            let isDeep = place.node.level >= EmployeeView.maximumIndentation
            let stem = isDeep ? place.stem : place.stem + place.below
            for (index, report) in reports.enumerated().reversed() {
                let isLast = index == reports.count - 1
                waiting.append(
                    Place(node: report, stem: stem, branch: isLast ? "└── " : "├── ", below: isLast ? "    " : "│   ")
                )
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private struct Place {
        let node: OrgChart.Node
        let stem: String
        let branch: String
        /// What continues the line below this one.
        let below: String
    }
}
