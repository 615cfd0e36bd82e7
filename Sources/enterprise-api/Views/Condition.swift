import Foundation

/// A condition of `--filter`, such as `location=Lisbon`.
struct Condition: Equatable {
    enum Comparison: String, CaseIterable {
        // The longer ones first, as they are looked for in this order.
        case isNot = "!="
        case equals = "="
        case contains = "~"
        case isLess = "<"
        case isGreater = ">"
    }

    let field: String
    let comparison: Comparison
    let value: String

    /// Nil for what is no condition.
    init?(_ text: String) {
        let name = text.prefix { $0.isLetter || $0.isNumber }
        let rest = text[name.endIndex...]
        guard !name.isEmpty, let comparison = Comparison.allCases.first(where: { rest.hasPrefix($0.rawValue) }) else {
            return nil
        }
        field = String(name)
        self.comparison = comparison
        value = String(rest.dropFirst(comparison.rawValue.count))
    }

    /// Whether it holds for a cell; upper and lower case are the same.
    func holds(for cell: Cell) -> Bool {
        let other = Cell(value, number: cell.number == nil ? nil : Decimal(string: value, locale: Self.posix))
        return switch comparison {
        case .equals: isEqual(cell, other)
        case .isNot: !isEqual(cell, other)
        case .contains: cell.text.range(of: value, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        case .isLess: !cell.text.isEmpty && cell < other
        case .isGreater: !cell.text.isEmpty && other < cell
        }
    }

    private func isEqual(_ left: Cell, _ right: Cell) -> Bool {
        if let number = left.number, let other = right.number { return number == other }
        return left.text.compare(right.text, options: .caseInsensitive) == .orderedSame
    }

    private static let posix = Locale(identifier: "en_US_POSIX")
}
