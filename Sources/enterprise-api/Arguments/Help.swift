/// The texts of `--help`.
enum Help {
    /// The whole program's.
    static let overview = """
        Talks to the company's back office, by way of the EnterpriseAPI SDK.

        Usage: enterprise-api COMMAND [OPTIONS]

        \(Command.Group.allCases.map(commands).joined(separator: "\n\n"))

        Options of the commands that call a backend:
        \(rows((Option.connecting + [.version]).map { row(of: $0) }))

        The password comes from ENTERPRISE_API_PASSWORD, --password-stdin or a terminal, never from an argument.
        `enterprise-api COMMAND --help` shows more of a command.

        \(exitCodes)
        """

    /// One command's.
    static func text(of command: Command) -> String {
        let details = command.details
        let parts: [String?] = [
            [details.summary, details.more].compactMap(\.self).joined(separator: "\n"),
            "Usage: enterprise-api \(command.usage) [OPTIONS]",
            choices(of: command),
            details.options.isEmpty ? nil : "Options:\n" + rows(details.options.map { row(of: $0, command) }),
            (details.options.isEmpty ? "Options:\n" : "Common options:\n") + rows(details.common.map { row(of: $0) }),
            "Example:\n" + details.examples.map { "  $ \($0)" }.joined(separator: "\n"),
            exitCodes,
        ]
        return parts.compactMap(\.self).joined(separator: "\n\n")
    }

    private static let exitCodes = """
        Exit codes: 0 done, 1 failed, 2 wrong usage, 3 configuration, 4 credentials refused, 5 warnings of doctor,
        130 interrupted.
        """

    private static func commands(of group: Command.Group) -> String {
        let commands = Command.allCases.filter { $0.details.group == group }
        return group.rawValue + ":\n" + rows(commands.map { ($0.usage, $0.details.summary) })
    }

    /// What operands and fields there are to choose from; nil when there is nothing to choose.
    private static func choices(of command: Command) -> String? {
        var lines = command.details.operands.filter { !$0.choices.isEmpty }
            .map { "\($0.name): \($0.choices.joined(separator: ", "))" }
        if !command.details.fields.isEmpty {
            lines.append("Fields: " + command.details.fields.joined(separator: ", "))
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private static func row(of option: Option) -> (String, String) {
        (option.usage + (option.details.letter.map { ", -\($0)" } ?? ""), option.details.summary)
    }

    /// The same with the choices that this command has; many of them stand in place of the words.
    private static func row(of option: Option, _ command: Command) -> (String, String) {
        let choices = command.choices(of: option).joined(separator: ", ")
        let (usage, summary) = row(of: option)
        guard !choices.isEmpty else { return (usage, summary) }
        return (usage, choices.count > 60 ? choices : "\(summary): \(choices)")
    }

    private static func rows(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.padding(to: width))  \($1)" }.joined(separator: "\n")
    }
}
