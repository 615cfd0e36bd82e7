extension String {
    /// The text in lines of at most so many columns, broken between words where that is possible. It is made safe for a
    /// terminal; its own line breaks stay.
    func wrapped(to width: Int) -> [String] {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
            Self.wrap(String($0).terminalSafe, to: max(width, 2))
        }
    }

    private static func wrap(_ paragraph: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in paragraph.split(separator: " ") {
            var rest = String(word)
            if !line.isEmpty, line.displayWidth + 1 + rest.displayWidth <= width {
                line += " " + rest
                continue
            }
            if !line.isEmpty { lines.append(line) }
            while rest.displayWidth > width {
                let piece = rest.clipped(to: width)
                lines.append(piece)
                rest.removeFirst(piece.count)
            }
            line = rest
        }
        return lines + [line]
    }

    /// As many characters from the beginning as fit into so many columns; at least one.
    private func clipped(to width: Int) -> String {
        var used = 0
        let piece = prefix { character in
            used += character.displayWidth
            return used <= width
        }
        return String(piece.isEmpty ? prefix(1) : piece)
    }

    /// The text, shortened with an ellipsis where it is wider than so many columns.
    func truncated(to width: Int) -> String {
        guard displayWidth > width else { return self }
        guard width > 1 else { return width == 1 ? "…" : "" }
        var used = 0
        let piece = prefix { character in
            used += character.displayWidth
            return used < width
        }
        return piece + "…"
    }
}
