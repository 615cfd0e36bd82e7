import EnterpriseAPI
import Foundation

/// An order as somebody typed it, or as it came in JSON.
struct OrderDraft {
    private struct Content: Decodable {
        struct Item: Decodable {
            var productId: String
            var quantity: Decimal
        }

        var poNumber: String?
        var comment: String?
        var dueDate: String?
        var purchases: [Item]?
    }

    private var number = ""
    private var comment: String?
    private var due: Date?
    /// What names a product, and how much of it.
    private var items: [(product: String, quantity: Decimal)] = []

    /// The JSON first, if there is one; flags replace what it says, and items are added.
    init(_ arguments: Arguments) throws(CommandError) {
        if let name = arguments[.file] { try read(name) }
        if let text = arguments[.number] { number = text }
        if let text = arguments[.comment] { comment = text }
        if let text = arguments[.due] { due = try Self.date(text, "--due") }
        for text in arguments.all(.item) {
            // From the right: a product's name may hold an equals sign.
            guard let mark = text.lastIndex(of: "="), let quantity = Self.decimal(text[text.index(after: mark)...])
            else {
                throw .usage("--item is PRODUCT=QTY, such as 'Signal lamp=2'", command: .submit)
            }
            items.append((String(text[..<mark]), quantity))
        }
    }

    /// The order, its products found by id or by name.
    func order(_ products: [Product]) throws(CommandError) -> PurchaseOrder {
        var found: [PurchaseOrder.Item] = []
        for item in items {
            let id = Identifier(item.product)
            let matches = products.filter {
                $0.id == id || $0.name.compare(item.product, options: .caseInsensitive) == .orderedSame
            }
            guard let product = matches.first, matches.count == 1 else {
                let hint = item.product.suggestion(among: products.map(\.name)).map { "did you mean \($0)?" }
                throw CommandError(
                    .failure,
                    "\(matches.isEmpty ? "no product" : "more than one product") is \(item.product); "
                        + (hint ?? "`enterprise-api products` shows all")
                )
            }
            found.append(.init(productId: product.id, quantity: item.quantity))
        }
        return PurchaseOrder(poNumber: number, comment: comment, dueDate: due, purchases: found)
    }

    private mutating func read(_ name: String) throws(CommandError) {
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: try Input.read(name))
        } catch let error as CommandError { throw error } catch {
            let what = name == "-" ? "standard input" : name
            throw CommandError(.failure, "\(what) is no order in JSON; see `enterprise-api purchases submit --help`")
        }
        number = content.poNumber ?? ""
        comment = content.comment
        due = try content.dueDate.map { text throws(CommandError) in try Self.date(text, "dueDate") }
        items = (content.purchases ?? []).map { ($0.productId, $0.quantity) }
    }

    /// A day, which means its end in UTC, or a date with a time and a zone.
    private static func date(_ text: String, _ name: String) throws(CommandError) -> Date {
        if let day = DateText(.gmt).date(ofDay: text) { return day.addingTimeInterval(86_399) }
        if let date = try? Date(text, strategy: .iso8601) { return date }
        throw .usage("\(name) is a day such as 2026-03-01, or a date such as 2026-03-01T12:00:00Z", command: .submit)
    }

    private static func decimal(_ text: Substring) -> Decimal? {
        let isNumber = !text.isEmpty && text.allSatisfy { "0123456789.-".contains($0) }
        return isNumber ? Decimal(string: String(text), locale: Locale(identifier: "en_US_POSIX")) : nil
    }
}

/// What is read from a file or from standard input.
enum Input {
    /// - Parameter name: The file; `-` for standard input.
    static func read(_ name: String) throws(CommandError) -> Data {
        do {
            if name == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
            let file = try FileHandle(forReadingFrom: URL(filePath: name))
            return try file.readToEnd() ?? Data()
        } catch { throw CommandError(.failure, "\(name) can't be read") }
    }
}
