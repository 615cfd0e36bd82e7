/// Rows under headings, in columns that line up on a terminal.
struct Table: Equatable {
    enum Alignment {
        case left, right
    }

    struct Column: Equatable {
        let heading: String
        let alignment: Alignment

        init(_ heading: String, _ alignment: Alignment = .left) {
            self.heading = heading
            self.alignment = alignment
        }
    }

    /// The widest cell that the others of its column are padded for; a wider one sticks out. Else one long text of the
    /// server's would be paid for in every row.
    static let maximumPadding = 80

    let columns: [Column]
    private(set) var rows: [[String]]

    /// A table of those values, a row each. Cells may hold anything: they are made safe for a terminal here.
    init<Value>(_ values: [Value], columns: [(column: Column, cell: (Value) -> String)]) {
        self.columns = columns.map(\.column)
        rows = values.map { value in columns.map { $0.cell(value).terminalSafe } }
    }

    /// A table of those fields of the values.
    init<Value>(_ values: [Value], _ fields: [enterprise_api.Column<Value>]) {
        self.init(
            values,
            columns: fields.map { field in (Column(field.heading, field.alignment), { field.cell($0).text }) }
        )
    }

    var text: String { text(.plain) }

    /// The table, with a line feed after each line; no line ends in a space.
    func text(_ style: Style) -> String {
        let widths = columns.indices.map { index in
            ([columns[index].heading] + rows.map { $0[index] })
                .map(\.displayWidth).filter { $0 <= Self.maximumPadding }.max() ?? 0
        }
        let head = style.paint(line(columns.map(\.heading), widths: widths), .bold)
        return ([head] + rows.map { line($0, widths: widths) }).map { $0 + "\n" }.joined()
    }

    private func line(_ cells: [String], widths: [Int]) -> String {
        let padded = cells.indices.map { cells[$0].padding(to: widths[$0], alignment: columns[$0].alignment) }
        var line = padded.joined(separator: "  ")
        while line.unicodeScalars.last == " " { line.unicodeScalars.removeLast() }
        return line
    }
}
