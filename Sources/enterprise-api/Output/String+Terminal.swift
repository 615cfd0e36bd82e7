extension String {
    /// The text on one line, without anything a terminal would obey: white space becomes one space, control
    /// characters and those that turn the direction of writing become visible escapes such as `\u{1B}`.
    var terminalSafe: String {
        guard !isPlain else { return self }
        var safe = ""
        for character in self {
            if character.isNewline || character == "\t" {
                safe += " "
            } else {
                for scalar in character.unicodeScalars {
                    safe +=
                        scalar.isObeyed ? #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}" : "\(scalar)"
                }
            }
        }
        return safe
    }

    /// The same for JSON, where such characters stand inside strings only, as JSON's own escapes. Its encoder escapes
    /// those below U+0020 and no others.
    var terminalSafeJSON: String {
        var safe = ""
        for scalar in unicodeScalars {
            if scalar.isObeyed, scalar != "\n" {
                let digits = String(scalar.value, radix: 16)
                safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// How many columns a terminal gives the text.
    var displayWidth: Int { isPlain ? utf8.count : reduce(0) { $0 + $1.displayWidth } }

    /// Whether it is nothing but ASCII that can be seen: most of what there is, and quick to handle.
    private var isPlain: Bool { utf8.allSatisfy(plainASCII.contains) }

    /// The text with spaces after it, or before it, up to that many columns.
    func padding(to width: Int, alignment: Table.Alignment = .left) -> String {
        let spaces = String(repeating: " ", count: max(0, width - displayWidth))
        return alignment == .left ? self + spaces : spaces + self
    }
}

private let plainASCII = UInt8(0x20)...0x7E

extension Unicode.Scalar {
    /// Whether a terminal acts on it instead of showing it. All of these have at most four hexadecimal digits.
    fileprivate var isObeyed: Bool {
        if isASCII { return !plainASCII.contains(UInt8(value)) }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}
