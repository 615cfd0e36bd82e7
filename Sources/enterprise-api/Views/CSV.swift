/// Comma-separated values (RFC 4180), but for lines that end as they do on Unix.
enum CSV {
    /// The names of the fields, then a line for each thing.
    static func text<Value>(of values: [Value], _ columns: [Column<Value>]) -> String {
        ([columns.map(\.name)] + values.map { value in columns.map { $0.cell(value).text } })
            .map { $0.map(field).joined(separator: ",") + "\n" }.joined()
    }

    /// In quotes where it has to be. White space is kept; what would steer a terminal becomes a visible escape.
    static func field(_ text: String) -> String {
        let safe = text.split(omittingEmptySubsequences: false, whereSeparator: isKept)
        let kept = text.filter(isKept)
        let clean = zip(safe, kept.map(String.init) + [""]).map { String($0).terminalSafe + $1 }.joined()
        let needsQuotes =
            clean.contains { ",\"\n\r".contains($0) || $0.isNewline } || clean.first == " " || clean.last == " "
        return needsQuotes ? "\"\(clean.replacing("\"", with: "\"\""))\"" : clean
    }

    private static func isKept(_ character: Character) -> Bool { ["\n", "\r\n", "\t"].contains(character) }
}
