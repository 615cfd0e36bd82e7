import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// `purchases submit`: shows what is about to be ordered, asks, and sends it.
enum Submission {
    static func run(_ connection: Connection) async throws {
        let arguments = connection.arguments
        let isDry = arguments.has(.dryRun)
        let isFromInput = arguments[.file] == "-"
        guard isDry || arguments.has(.yes) || Prompt.canAsk && !isFromInput else {
            throw CommandError.usage("there is no terminal to ask on: give --yes or --dry-run", command: .submit)
        }
        guard connection.settings.file != nil || connection.settings.origins["rules.maxPOExpense"] != nil else {
            throw CommandError(.configuration, "the company's rules are not known: a configuration is needed")
        }
        let draft = try OrderDraft(arguments)
        let products = try await connection.run { api throws(APIError) in try await api.products() }
        let order = try draft.order(products)
        let preview = Preview(order, products, limit: connection.settings.configuration.rules.maxPOExpense)
        if isDry {
            try Output.write(
                arguments.has(.json) ? JSONOutput.text(of: preview.priced) : preview.text(connection.terminal.style)
            )
        } else {
            connection.note(String(preview.text(connection.terminal.noteStyle).dropLast()))
        }
        guard preview.violations.isEmpty else {
            let reasons = preview.violations.map(\.description).joined(separator: "; ")
            throw CommandError(.failure, "the order breaks a rule and is not sent: \(reasons)")
        }
        if isDry { return }
        guard arguments.has(.yes) || Prompt.confirm("Send this order?") else {
            throw CommandError(.failure, "nothing was sent")
        }
        let saved = try await connection.run { api throws(APIError) in try await api.submit(order) }
        let priced = PricedOrder(saved, prices: preview.prices)
        try Output.write(
            arguments.has(.json)
                ? JSONOutput.text(of: priced)
                : Table([priced], PurchaseView.columns(in: .gmt).filter(\.isStandard)).text(connection.terminal.style)
        )
    }

    /// An order before it is sent: what it costs, and the rules.
    struct Preview {
        let order: PurchaseOrder
        let prices: [Identifier: Decimal]
        let violations: [PurchaseOrder.Violation]
        private let names: [Identifier: String]
        private let limit: Decimal

        init(_ order: PurchaseOrder, _ products: [Product], limit: Decimal, now: Date = .now) {
            self.order = order
            self.limit = limit
            prices = Dictionary(products.map { ($0.id, $0.unitPrice) }) { first, _ in first }
            names = Dictionary(products.map { ($0.id, $0.name) }) { first, _ in first }
            violations = order.violations(maxExpense: limit, prices: prices, now: now)
        }

        var priced: PricedOrder { PricedOrder(order, prices: prices) }

        func text(_ style: Style) -> String {
            let columns: [Column<PurchaseOrder.Item>] = [
                Column(name: "product", heading: "Product") { Cell(names[$0.productId] ?? "") },
                Column(name: "quantity", heading: "Quantity", alignment: .right) { Cell($0.quantity) },
                Column(name: "price", heading: "Unit price", alignment: .right) {
                    prices[$0.productId].map { Cell($0) } ?? .empty
                },
                Column(name: "amount", heading: "Amount", alignment: .right) { item in
                    prices[item.productId].map { Cell($0 * item.quantity) } ?? .empty
                },
            ]
            let due = order.dueDate.map { "Due     \(DateText(.gmt).minute($0)) UTC\n" } ?? ""
            let total = priced.total.map { "\($0)" } ?? "?"
            return "Order   \(order.poNumber.terminalSafe)\n" + due + Table(order.purchases, columns).text(style)
                + style.paint("Total   \(total)", .bold) + " of at most \(limit)\n"
                + (violations.isEmpty
                    ? style.paint("✓", .green) + " keeps the company's rules\n"
                    : violations.map { style.paint("✗", .red) + " \($0.description.terminalSafe)\n" }.joined())
        }
    }
}
