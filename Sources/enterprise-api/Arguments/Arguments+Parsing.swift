extension Arguments {
    /// Reads the words after the program's name, strictly: what is not understood is an error, never ignored.
    static func parse(_ words: [String]) throws(CommandError) -> Arguments {
        var arguments = Arguments()
        var rest = words[...]
        var isPastOptions = false
        while let word = rest.popFirst() {
            if isPastOptions || !word.hasPrefix("-") || word == "-" {
                try arguments.take(operand: word)
            } else if word == "--" {
                isPastOptions = true
            } else {
                try arguments.take(option: word, rest: &rest)
            }
        }
        if !arguments.has(.help), !arguments.has(.version) {
            try arguments.check()
        }
        return arguments
    }

    private mutating func take(operand word: String) throws(CommandError) {
        guard command == nil else {
            operands.append(word)
            return
        }
        command = Command(rawValue: word)
        if command == nil {
            let hint = word.suggestion(among: Command.allCases.map(\.rawValue)).map { "did you mean `\($0)`?" }
            throw .usage("unknown command; \(hint ?? "the first word names what to do")")
        }
    }

    private mutating func take(option word: String, rest: inout ArraySlice<String>) throws(CommandError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = Option.allCases.first(where: { $0.flag == parts[0] }) ?? (word == "-h" ? .help : nil) else {
            throw unknown(option: parts[0])
        }
        if has(option) {
            throw .usage("\(option.flag) is given twice", command: command)
        }
        if option.valueName == nil {
            guard parts.count == 1 else { throw .usage("\(option.flag) takes no value", command: command) }
            self[option] = ""
        } else if parts.count == 2 {
            self[option] = try nonEmpty(parts[1], of: option)
        } else {
            guard let next = rest.first, !looksLikeOption(next) else { throw missingValue(of: option) }
            rest.removeFirst()
            self[option] = try nonEmpty(next, of: option)
        }
    }

    /// "-" and numbers below zero are values.
    private func looksLikeOption(_ word: String) -> Bool {
        word.hasPrefix("-") && word.dropFirst().first?.isNumber == false
    }

    private func nonEmpty(_ value: String, of option: Option) throws(CommandError) -> String {
        guard !value.isEmpty else { throw missingValue(of: option) }
        return value
    }

    private func missingValue(of option: Option) -> CommandError {
        let name = option.valueName ?? ""
        return .usage(
            "\(option.flag) needs a value: \(option.flag) \(name) or \(option.flag)=\(name)",
            command: command
        )
    }

    /// Repeats the option only when it looks like one: a secret may stand in its place.
    private func unknown(option word: String) -> CommandError {
        if word.hasPrefix("-p") || word.hasPrefix("--pass") {
            return .usage(
                "a password is never an argument: set ENTERPRISE_API_PASSWORD or use --password-stdin",
                command: command
            )
        }
        let looksLikeOne = word.hasPrefix("--") && word.count <= 20 && word.allSatisfy { $0.isLetter || $0 == "-" }
        let hint = word.suggestion(among: (command?.options ?? Option.allCases).map(\.flag))
        return .usage(
            "unknown option" + (looksLikeOne ? " \(word)" : "") + (hint.map { "; did you mean \($0)?" } ?? ""),
            command: command
        )
    }

    private func check() throws(CommandError) {
        guard let command else { throw .usage("say what to do, such as `enterprise-api demo`") }
        for option in options where !command.options.contains(option) {
            throw .usage("\(option.flag) means nothing to `\(command.rawValue)`", command: command)
        }
        guard operands.count == command.operands.count else {
            let wanted = command.operands.isEmpty ? "nothing" : command.operands.joined(separator: " ")
            throw .usage(
                "`\(command.rawValue)` takes \(wanted) after it, not \(operands.count) words",
                command: command
            )
        }
        for (operand, name) in zip(operands, command.operands) {
            if operand.isEmpty { throw .usage("the \(name) is empty", command: command) }
            // A path has another meaning for these.
            if [".", ".."].contains(operand) { throw .usage("the \(name) can't be . or ..", command: command) }
        }
    }
}
