/// Which of the things to show, which of their fields, and in what order: what the listing options say.
struct Selection {
    var fields: [String]?
    var conditions: [Condition] = []
    var sort: (field: String, isDescending: Bool)?
    var limit: Int?

    /// Nothing left out.
    static let everything = Selection()

    private init() {}

    /// Throws a usage error for a field that the command does not have.
    init(_ arguments: Arguments) throws(CommandError) {
        let command = arguments.command
        let known = command?.details.fields ?? []
        func checked(_ name: String, _ option: Option) throws(CommandError) -> String {
            guard !known.contains(name) else { return name }
            throw .usage("\(option.flag) takes these fields: \(known.joined(separator: ", "))", command: command)
        }
        if let text = arguments[.fields] {
            var names: [String] = []
            for name in text.split(separator: ",") { names.append(try checked(String(name), .fields)) }
            fields = names
        }
        for text in arguments.all(.filter) {
            guard let condition = Condition(text) else {
                throw .usage("--filter is a condition such as name=Ada", command: command)
            }
            _ = try checked(condition.field, .filter)
            conditions.append(condition)
        }
        if let text = arguments[.sort] {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let direction = parts.count == 2 ? parts[1] : "asc"
            guard parts.count <= 2, ["asc", "desc"].contains(direction) else {
                throw .usage("--sort is FIELD or FIELD:desc", command: command)
            }
            sort = (try checked(String(parts[0]), .sort), direction == "desc")
        }
        limit = try arguments.number(.limit, in: 0...Int.max)
    }

    /// Whether the order or the neighbours of what is shown are other than the backend's.
    var isReordered: Bool { sort != nil || !conditions.isEmpty }

    /// The things to show, in their order.
    func apply<Value>(to values: [Value], _ columns: [Column<Value>]) -> [Value] {
        func column(_ name: String) -> Column<Value>? { columns.first { $0.name == name } }
        var chosen = values.filter { value in
            conditions.allSatisfy { condition in
                column(condition.field).map { condition.holds(for: $0.cell(value)) } ?? false
            }
        }
        if let sort, let column = column(sort.field) {
            let cells = chosen.map(column.cell)
            // By place where cells are alike, so that the order is the same every time.
            let order = cells.indices.sorted { left, right in
                if cells[left] < cells[right] { return !sort.isDescending }
                if cells[right] < cells[left] { return sort.isDescending }
                return left < right
            }
            chosen = order.map { chosen[$0] }
        }
        return limit.map { Array(chosen.prefix($0)) } ?? chosen
    }

    /// The fields to show, in their order.
    func columns<Value>(of all: [Column<Value>]) -> [Column<Value>] {
        guard let fields else { return all.filter(\.isStandard) }
        return fields.compactMap { name in all.first { $0.name == name } }
    }
}
