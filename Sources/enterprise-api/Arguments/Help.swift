/// The texts of `--help`.
enum Help {
    /// The whole program's.
    static let overview = """
        Talks to the company's back office, by way of the EnterpriseAPI SDK.

        Usage: enterprise-api COMMAND [OPTIONS]

        Commands:
        \(rows(Command.allCases.map { (usage(of: $0), $0.summary) }))

        Options of the commands that call a backend:
        \(rows((Command.me.options + [.version]).map(row)))

        The password comes from ENTERPRISE_API_PASSWORD or --password-stdin, never from an argument.
        `enterprise-api COMMAND --help` shows more of a command.

        \(exitCodes)
        """

    /// One command's.
    static func text(of command: Command) -> String {
        """
        \([command.summary, command.details].compactMap(\.self).joined(separator: "\n"))

        Usage: enterprise-api \(usage(of: command)) [OPTIONS]

        Options:
        \(rows(command.options.map(row)))

        Example:
        \(command.examples.map { "  $ \($0)" }.joined(separator: "\n"))

        \(exitCodes)
        """
    }

    private static let exitCodes =
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 configuration, 4 credentials refused."

    private static func usage(of command: Command) -> String {
        ([command.rawValue] + command.operands).joined(separator: " ")
    }

    private static func row(of option: Option) -> (String, String) {
        ([option.flag, option.valueName].compactMap(\.self).joined(separator: " "), option.summary)
    }

    private static func rows(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  \($0.padding(to: width))  \($1)" }.joined(separator: "\n")
    }
}
