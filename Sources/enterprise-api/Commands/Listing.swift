import EnterpriseAPI
import Foundation

/// Shows what a command has loaded, as its listing options say.
struct Listing {
    let selection: Selection
    let format: Format
    let dates: DateText
    let terminal: Terminal

    init(_ connection: Connection) throws(CommandError) {
        let arguments = connection.arguments
        selection = try Selection(arguments)
        dates = DateText(try Self.timeZone(arguments))
        terminal = connection.terminal
        let formats = arguments.command?.details.formats ?? []
        if arguments.has(.json) {
            format = .json
        } else if let chosen = arguments[.format].flatMap(Format.init) {
            format = chosen
        } else {
            // What is for reading is for terminals; a program gets the table.
            format = formats.first == .text && !terminal.isTerminal ? .table : formats.first ?? .table
        }
        if selection.fields != nil, ![.table, .csv, .json].contains(format) {
            throw .usage("--fields means nothing to --format \(format)", command: arguments.command)
        }
    }

    /// - Parameter special: The text in a format of this kind of things alone; nil for the others.
    func show<Value: Encodable>(
        _ values: [Value],
        _ columns: [Column<Value>],
        special: ([Value], Format) -> String? = { _, _ in nil }
    ) throws {
        let chosen = selection.apply(to: values, columns)
        let shown = selection.columns(of: columns)
        if let text = special(chosen, format) { return try Output.write(text) }
        switch format {
        case .csv: try Output.write(CSV.text(of: chosen, shown))
        case .json where selection.fields == nil: try Output.write(JSONOutput.text(of: chosen))
        case .json: try Output.write(JSONOutput.text(of: chosen.map { FieldsJSON($0, shown) }))
        default: try Output.write(Table(chosen, shown).text(terminal.style))
        }
    }

    func show(_ chart: OrgChart) throws {
        let nodes = selection.apply(to: chart.nodes, EmployeeView.columns)
        let columns = selection.isReordered ? EmployeeView.columns : EmployeeView.indented
        let isWhole = !selection.isReordered && selection.limit == nil
        let part = isWhole ? chart : OrgChart(nodes.map(\.employee))
        let text =
            switch format {
            case .tree: TreeView.text(part, style: terminal.style)
            case .dot: DotView.text(part)
            case .mermaid: MermaidView.text(part)
            case .svg: SVGView.text(part)
            case .csv: CSV.text(of: nodes, selection.columns(of: EmployeeView.columns))
            case .json where selection.fields == nil && isWhole: try JSONOutput.text(of: chart)
            case .json where selection.fields == nil: try JSONOutput.text(of: nodes.map(\.employee))
            case .json:
                try JSONOutput.text(of: nodes.map { FieldsJSON($0, selection.columns(of: EmployeeView.columns)) })
            default: Table(nodes, selection.columns(of: columns)).text(terminal.style)
            }
        try Output.write(text)
    }

    func show(employee text: String, of chart: OrgChart) throws {
        let found = EmployeeView.find(text, in: chart)
        guard let node = found.first else {
            throw CommandError(.failure, "no employee has such a name or id; `enterprise-api employees` shows all")
        }
        guard found.count == 1 else {
            let names = found.prefix(5).map(\.employee.fullName).joined(separator: ", ")
            throw CommandError(
                .failure,
                "\(found.count) employees have that in their name: \(names)\(found.count > 5 ? " …" : "")"
            )
        }
        try Output.write(
            format == .json ? JSONOutput.text(of: node.employee) : EmployeeView.card(node, style: terminal.style)
        )
    }

    func show(one user: UserInfo) throws {
        try Output.write(
            format == .json ? JSONOutput.text(of: user) : Table([user], UserView.columns).text(terminal.style)
        )
    }

    static func timeZone(_ arguments: Arguments) throws(CommandError) -> TimeZone {
        switch arguments[.timeZone] {
        case nil, "UTC", "utc": return .gmt
        case "local": return .current
        case let name?:
            guard let zone = TimeZone(identifier: name) else {
                throw .usage("--time-zone is a name such as Europe/Oslo, or local", command: arguments.command)
            }
            return zone
        }
    }
}
