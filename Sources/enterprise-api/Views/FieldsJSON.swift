import Foundation

/// One thing as `--json --fields` shows it: its chosen fields, each a number or text.
struct FieldsJSON: Encodable {
    private let fields: [(name: String, cell: Cell)]

    init<Value>(_ value: Value, _ columns: [Column<Value>]) { fields = columns.map { ($0.name, $0.cell(value)) } }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (name, cell) in fields {
            let key = Key(stringValue: name)
            if let number = cell.number, number.isFinite {
                try container.encode(number, forKey: key)
            } else {
                try container.encode(cell.text, forKey: key)
            }
        }
    }
}
