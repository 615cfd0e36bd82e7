import Foundation

extension Command {
    /// The part of the table for what the backend holds.
    var looking: Details {
        switch self {
        case .announcements:
            listing(
                "Shows the announcements.",
                more: "On a terminal they are wrapped to its width, elsewhere they are a table.",
                options: [.width],
                formats: [.text, .table, .csv, .json],
                fields: AnnouncementView.columns.map(\.name)
            )
        case .employees:
            listing(
                "Shows the employees, each below their manager.",
                more: "The formats svg, dot and mermaid are pictures of the whole company.",
                formats: [.table, .tree, .csv, .json, .dot, .mermaid, .svg],
                fields: EmployeeView.columns.map(\.name),
                examples: [" --format tree", " --filter location=Lisbon --sort name --fields name,id"]
            )
        case .employee:
            Details(
                group: .looking,
                summary: "Shows one employee: who is above, and who reports to them.",
                more: "The name may be a part of it, or the id.",
                operands: [Operand(name: "NAME")],
                options: [.json],
                examples: ["enterprise-api employees show 'Jane Doe' \(example.who)"]
            )
        case .events:
            events
        case .products:
            listing(
                "Shows what can be ordered.",
                formats: [.table, .csv, .json],
                fields: ProductView.columns.map(\.name),
                examples: [" --sort price:desc --limit 3"]
            )
        case .purchases:
            listing(
                "Shows the purchase orders, with their totals at today's prices.",
                options: [.timeZone],
                formats: [.table, .csv, .json],
                fields: PurchaseView.columns(in: .gmt).map(\.name),
                examples: [" --format csv"]
            )
        case .submit: submit
        case .watch:
            Details(
                group: .looking,
                summary: "Looks again and again, and shows what is new; a backend that is away is waited for.",
                operands: [Operand(name: "WHAT", choices: Watch.Topic.allCases.map(\.rawValue))],
                options: [.interval, .polls, .all, .json, .timeZone],
                examples: ["enterprise-api watch events --all --polls 2 --interval 0.1"]
            )
        case .user:
            Details(
                group: .looking,
                summary: "Shows one user of the backend.",
                operands: [Operand(name: "ID")],
                options: [.json],
                examples: ["enterprise-api user \(example.id) \(example.who)"]
            )
        default:
            Details(
                group: .looking,
                summary: "Shows the user who is signed in.",
                options: [.json],
                examples: ["enterprise-api me \(example.who)"]
            )
        }
    }

    /// - Parameter examples: What follows the command in examples beside the plain one.
    private func listing(
        _ summary: String,
        more: String? = nil,
        options: [Option] = [],
        formats: [Format],
        fields: [String],
        examples: [String] = []
    ) -> Details {
        Details(
            group: .looking,
            summary: summary,
            more: more,
            options: Option.listing + options,
            formats: formats,
            fields: fields,
            examples: ([""] + examples).map { "enterprise-api \(rawValue)\($0) \(example.who)" }
        )
    }

    private var events: Details {
        Details(
            group: .looking,
            summary: "Shows the calendar; needs no user.",
            more: "The format ics is a calendar file that other programs import.",
            options: Option.listing + [.timeZone, .birthdays, .from, .to, .month, .firstDay, .width],
            formats: [.table, .agenda, .month, .ics, .csv, .json],
            fields: EventView.columns(in: .gmt).map(\.name),
            examples: [
                "enterprise-api events", "enterprise-api events --format month --month 2026-01",
                "enterprise-api events --format ics --birthdays \(example.who)",
            ]
        )
    }

    private var submit: Details {
        Details(
            group: .looking,
            summary: "Sends a purchase order, after showing its total and the company's rules.",
            more: """
                The order is made of options, or read from JSON: {"poNumber", "comment", "dueDate", "purchases":
                [{"productId", "quantity"}]}.
                It asks on a terminal; elsewhere it needs --yes. Nothing is sent that breaks a rule.
                """,
            options: [.number, .item, .due, .comment, .file, .dryRun, .yes, .json],
            examples: [
                "enterprise-api purchases submit --number PO-7 --item 'Signal lamp=2' --dry-run \(example.who)",
                "enterprise-api purchases submit --file order.json --yes \(example.who)",
            ]
        )
    }
}
