/// A way to show what the backend holds; the raw value is what `--format` takes.
enum Format: String, CaseIterable {
    case text, table, tree, csv, json, dot, mermaid, svg, agenda, month, ics
}
