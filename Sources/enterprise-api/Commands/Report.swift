/// What a command shows: a table for people, or the value itself as JSON for programs.
struct Report {
    let table: Table
    private let value: any Encodable

    init<Value: Encodable>(_ value: Value, table: (Value) -> Table) {
        self.table = table(value)
        self.value = value
    }

    func text(asJSON: Bool) throws -> String {
        asJSON ? try JSONOutput.text(of: value) : table.text
    }
}
