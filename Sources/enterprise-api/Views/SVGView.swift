import EnterpriseAPI

/// The company as a picture that a browser opens: a column for each level, and each person beside the first of their
/// reports, so that a line of managers reads from left to right wherever one has scrolled to.
enum SVGView {
    static func text(_ chart: OrgChart) -> String {
        let places = arrange(chart)
        let rows = (places.map(\.row).max() ?? -1) + 1
        let levels = chart.depth
        let width = max(1, levels) * Layout.columnWidth - Layout.gap + 2 * Layout.margin
        let height = max(1, rows) * Layout.rowHeight + 2 * Layout.margin + Layout.titleHeight
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img" aria-label="Organisation chart">
            <style>
            svg { background: #f6f8fb; font: 13px system-ui, "Noto Sans", "DejaVu Sans", sans-serif }
            .name { font-weight: 600; fill: #1b2533 } .place { font-size: 11px; fill: #5a6778 }
            .title { font-size: 15px; font-weight: 600; fill: #1b2533 }
            .count { font-size: 11px; fill: #5a6778; text-anchor: end }
            .box { fill: #fff; stroke: #c6d0dd } path { fill: none; stroke: #a9b6c6; stroke-width: 1.5 }
            @media (prefers-color-scheme: dark) {
            svg { background: #12171f } .name, .title { fill: #e8edf4 } .place, .count { fill: #9aa8ba }
            .box { fill: #1c2430; stroke: #38465a } path { stroke: #4b5b72 }
            }
            </style>
            <text class="title" x="\(Layout.margin)" y="\(Layout.margin + 8)">\(summary(chart, levels))</text>
            \(places.map(line).joined())\(places.map(box).joined())</svg>

            """
    }

    private enum Layout {
        static let columnWidth = 260
        static let gap = 44
        static let rowHeight = 46
        static let boxHeight = 38
        static let margin = 24
        static let titleHeight = 28
        static var boxWidth: Int { columnWidth - gap }
    }

    private struct Place {
        let node: OrgChart.Node
        let row: Int
        /// Where the manager's row is; nil at the top.
        let managerRow: Int?

        var x: Int { Layout.margin + node.level * Layout.columnWidth }
        var y: Int { SVGView.top(ofRow: row) }
    }

    private static func top(ofRow row: Int) -> Int { Layout.margin + Layout.titleHeight + row * Layout.rowHeight }

    /// Depth first: the first report shares the manager's row, every other one begins a new row.
    private static func arrange(_ chart: OrgChart) -> [Place] {
        var rows: [Identifier: Int] = [:]
        var last = -1
        return chart.nodes.map { node in
            let managerRow = node.manager.flatMap { rows[$0.id] }
            let isFirst = node.manager?.reports.first?.id == node.id
            if !isFirst { last += 1 }
            rows[node.id] = last
            return Place(node: node, row: last, managerRow: managerRow)
        }
    }

    private static func line(_ place: Place) -> String {
        guard let managerRow = place.managerRow else { return "" }
        let (y, start) = (place.y + Layout.boxHeight / 2, top(ofRow: managerRow) + Layout.boxHeight / 2)
        let trunk = place.x - Layout.gap / 2
        return y == start
            ? "<path d=\"M\(place.x - Layout.gap) \(y)H\(place.x)\"/>\n"
            : "<path d=\"M\(trunk) \(start)V\(y - 8)q0 8 8 8H\(place.x)\"/>\n"
    }

    private static func box(_ place: Place) -> String {
        let employee = place.node.employee
        let reports = place.node.reports.count
        let (x, y) = (place.x, place.y)
        let details = [employee.fullName, employee.location, employee.birthday.map(EmployeeView.day) ?? ""]
        let count =
            reports == 0
            ? "" : "<text class=\"count\" x=\"\(x + Layout.boxWidth - 10)\" y=\"\(y + 31)\">\(reports)</text>"
        return """
            <g><title>\(escaped(details.filter { !$0.isEmpty }.joined(separator: " · ")))</title>\
            <rect class="box" x="\(x)" y="\(y)" width="\(Layout.boxWidth)" height="\(Layout.boxHeight)" rx="6"/>\
            <rect x="\(x)" y="\(y)" width="4" height="\(Layout.boxHeight)" rx="2" fill="\(ink(place.node.level))"/>\
            <text class="name" x="\(x + 14)" y="\(y + 16)">\(escaped(employee.fullName.truncated(to: 27)))</text>\
            <text class="place" x="\(x + 14)" y="\(y + 31)">\(escaped(employee.location.truncated(to: 30)))</text>\(count)</g>

            """
    }

    private static func summary(_ chart: OrgChart, _ levels: Int) -> String {
        "\(chart.count) \(chart.count == 1 ? "person" : "people"), \(levels) \(levels == 1 ? "level" : "levels")"
    }

    /// A colour for each level.
    private static func ink(_ level: Int) -> String {
        ["#2f6fde", "#1f9d8b", "#c77d1e", "#a14fc4", "#cf4a5f", "#5b7d2a"][level % 6]
    }

    private static func escaped(_ text: String) -> String {
        text.terminalSafe.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
