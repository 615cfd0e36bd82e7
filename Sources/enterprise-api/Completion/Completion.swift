/// The scripts that make a shell complete command lines, from the tables of commands and options.
enum Completion {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static func script(for shell: String) -> String {
        switch Shell(rawValue: shell) {
        case .zsh: zsh
        case .fish: fish
        default: bash
        }
    }

    /// The first words, each once.
    static var firstWords: [String] {
        var words: [String] = []
        for word in Command.allCases.map({ String($0.rawValue.prefix { $0 != " " }) }) where !words.contains(word) {
            words.append(word)
        }
        return words
    }

    /// What may follow a command's name: the second word of a longer one, or the choices of the first operand.
    static func nextWords(of command: Command) -> [String] {
        Command.continuations(of: command.rawValue) + (command.details.operands.first?.choices ?? [])
    }

    /// A pattern for `case` that matches options with that name.
    private static func cases(_ lines: [(String, String)]) -> String {
        lines.map { "        \"\($0.0)\") words=\"\($0.1)\" ;;" }.joined(separator: "\n")
    }

    private static var bash: String {
        let options = Command.allCases.map { ($0.rawValue, $0.options.map(\.flag).joined(separator: " ")) }
        let operands =
            Command.allCases.map { ($0.rawValue, nextWords(of: $0).joined(separator: " ")) }
            + firstWords.filter { Command.of($0) == nil }.map {
                ($0, Command.continuations(of: $0).joined(separator: " "))
            }
        let values = Command.allCases.flatMap { command in
            command.options.filter { !command.choices(of: $0).isEmpty }
                .map { ("\(command.rawValue) \($0.flag)", command.choices(of: $0).joined(separator: " ")) }
        }
        let longer = Command.allCases.filter { $0.rawValue.contains(" ") }.map { "\"\($0.rawValue)\"" }
        return """
            # bash completion of enterprise-api
            _enterprise_api() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
                local command="" word words="" skip=0
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    if ((skip)); then skip=0; continue; fi
                    case "$word" in
                    \(valueFlags.joined(separator: "|"))) skip=1 ;;
                    -*) ;;
                    *)  if [[ -z "$command" ]]; then command="$word"
                        else case "$command $word" in \(longer.joined(separator: "|"))) command="$command $word" ;; esac
                        fi ;;
                    esac
                done
                if ((skip)); then
                    case "$command $previous" in
            \(cases(values))
                    *) COMPREPLY=($(compgen -f -- "$current")); return ;;
                    esac
                elif [[ "$current" == -* ]]; then
                    case "$command" in
            \(cases(options))
                    *) words="--help --version" ;;
                    esac
                else
                    case "$command" in
                    "") words="\(firstWords.joined(separator: " "))" ;;
            \(cases(operands))
                    esac
                    if [[ -z "$words" ]]; then COMPREPLY=($(compgen -f -- "$current")); return; fi
                fi
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -F _enterprise_api enterprise-api

            """
    }

    /// The options that take a value.
    private static var valueFlags: [String] { Option.allCases.filter { $0.details.value != nil }.map(\.flag) }

    /// The same function: zsh runs bash's completions.
    private static var zsh: String {
        """
        #compdef enterprise-api
        autoload -U +X compinit && compinit -u
        autoload -U +X bashcompinit && bashcompinit
        \(bash)
        """
    }

    private static var fish: String {
        let words = firstWords.map { word in
            let summary =
                Command.of(word)?.details.summary
                ?? Command.allCases.first { $0.rawValue.hasPrefix(word) }?.details.summary
            return "\(start) -n __fish_use_subcommand -a \(word) -d '\(quoted(summary ?? ""))'"
        }
        let rest = Command.allCases.flatMap { command -> [String] in
            let names = command.rawValue.split(separator: " ")
            let condition = names.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
            let next = nextWords(of: command).map { "\(start) -n '\(condition)' -a \($0)" }
            return next + command.options.map { line(of: $0, command, condition) }
        }
        let second = firstWords.filter { Command.of($0) == nil }.flatMap { word in
            Command.continuations(of: word).map { "\(start) -n '__fish_seen_subcommand_from \(word)' -a \($0)" }
        }
        return (["# fish completion of enterprise-api"] + words + second + rest).map { $0 + "\n" }.joined()
    }

    private static let start = "complete -c enterprise-api -f"

    private static func line(of option: Option, _ command: Command, _ condition: String) -> String {
        let choices = command.choices(of: option)
        let value =
            option.details.value == nil ? "" : choices.isEmpty ? " -r -F" : " -x -a '\(choices.joined(separator: " "))'"
        let letter = option.details.letter.map { " -s \($0)" } ?? ""
        return
            "complete -c enterprise-api -n '\(condition)' -l \(option.rawValue)\(letter)\(value) -d '\(quoted(option.details.summary))'"
    }

    private static func quoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }
}
