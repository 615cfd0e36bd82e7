import Foundation

/// What one field of one thing shows, and what it is compared by.
struct Cell: Equatable {
    let text: String
    /// What stands behind the text, where that is a number.
    var number: Decimal?

    init(_ text: String, number: Decimal? = nil) {
        self.text = text
        self.number = number
    }

    init(_ number: Decimal) { self.init("\(number)", number: number) }

    static let empty = Cell("")

    /// By number where both have one, else by text as people sort it.
    static func < (left: Cell, right: Cell) -> Bool {
        if let left = left.number, let right = right.number { return left < right }
        return left.text.compare(right.text, options: [.caseInsensitive, .numeric]) == .orderedAscending
    }
}

/// One field of a kind of thing: the name that options take, and how a table shows it.
struct Column<Value>: Sendable {
    let name: String
    let heading: String
    var alignment = Table.Alignment.left
    /// Whether it is shown when nobody chose the fields.
    var isStandard = true
    let cell: @Sendable (Value) -> Cell
}
