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
        if let command {
            if operands.isEmpty, let longer = Command.of(command.rawValue, word) {
                self.command = longer
            } else {
                operands.append(word)
            }
        } else if let first = operands.first {
            operands = []
            guard let found = Command.of(first, word) else { throw Self.incomplete(first) }
            command = found
        } else if let found = Command.of(word) {
            command = found
        } else if !Command.continuations(of: word).isEmpty {
            operands = [word]
        } else {
            let names = Command.allCases.map { String($0.rawValue.prefix { $0 != " " }) }
            let hint = word.suggestion(among: names).map { "did you mean `\($0)`?" }
            throw .usage("unknown command; \(hint ?? "the first word names what to do")")
        }
    }

    private static func incomplete(_ word: String) -> CommandError {
        .usage("`\(word)` needs one of these after it: \(Command.continuations(of: word).joined(separator: ", "))")
    }

    private mutating func take(option word: String, rest: inout ArraySlice<String>) throws(CommandError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = Option.allCases.first(where: { $0.matches(parts[0]) }) else {
            throw unknown(option: parts[0])
        }
        if has(option), !option.details.isRepeatable {
            throw .usage("\(option.flag) is given twice", command: command)
        }
        if option.details.value == nil {
            guard parts.count == 1 else { throw .usage("\(option.flag) takes no value", command: command) }
            add("", to: option)
        } else if parts.count == 2 {
            add(try nonEmpty(parts[1], of: option), to: option)
        } else {
            guard let next = rest.first, !looksLikeOption(next) else { throw missingValue(of: option) }
            rest.removeFirst()
            add(try nonEmpty(next, of: option), to: option)
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
        let name = option.details.value ?? ""
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
        guard let command else {
            if let word = operands.first { throw Self.incomplete(word) }
            throw .usage("say what to do, such as `enterprise-api demo`")
        }
        for option in options {
            guard command.options.contains(option) else {
                throw .usage("\(option.flag) means nothing to `\(command.rawValue)`", command: command)
            }
            let choices = command.choices(of: option)
            if let value = self[option], !choices.isEmpty, !choices.contains(value) {
                throw .usage("\(option.flag) is one of \(choices.joined(separator: ", "))", command: command)
            }
        }
        if has(.json), let format = self[.format], format != Format.json.rawValue {
            throw .usage("--json and --format \(format) exclude each other", command: command)
        }
        try checkOperands(of: command)
    }

    private func checkOperands(of command: Command) throws(CommandError) {
        let wanted = command.details.operands
        guard operands.count == wanted.count else {
            let names = wanted.isEmpty ? "nothing" : wanted.map(\.name).joined(separator: " ")
            throw .usage(
                "`\(command.rawValue)` takes \(names) after it, not \(operands.count) words",
                command: command
            )
        }
        for (operand, place) in zip(operands, wanted) {
            if operand.isEmpty { throw .usage("the \(place.name) is empty", command: command) }
            // A path has another meaning for these.
            if [".", ".."].contains(operand) { throw .usage("the \(place.name) can't be . or ..", command: command) }
            guard command != .request, !place.choices.isEmpty, !place.choices.contains(operand) else { continue }
            throw .usage("the \(place.name) is one of \(place.choices.joined(separator: ", "))", command: command)
        }
    }
}

extension Option {
    /// Whether the word names this option.
    fileprivate func matches(_ word: String) -> Bool {
        word == flag || details.letter.map { word == "-\($0)" } ?? false
    }
}
