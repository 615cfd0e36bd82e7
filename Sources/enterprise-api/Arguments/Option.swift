/// An option of the command line; its raw value is its name. What there is to know of each is in the table of `details`.
enum Option: String, CaseIterable {
    // What to show, and how.
    case format, json, fields, filter, sort, limit
    case timeZone = "time-zone"
    case width, birthdays, from, to, month
    case firstDay = "first-day"
    // What to send.
    case number, item, due, comment, file
    case dryRun = "dry-run"
    case yes, data, query, include, method, resume, sha256
    // How long to go on.
    case interval, polls, all, port
    // Where, who, and how much is said about it.
    case config, profile, server, user
    case passwordStdin = "password-stdin"
    case timeout, quiet, verbose, color, help, version

    /// What the help, the parser and the completion know of an option.
    struct Details {
        let summary: String
        /// What its value is called in the help; nil for one that takes none.
        var value: String?
        /// The values there are, where there is a list.
        var choices: [String] = []
        /// The one letter that stands for it.
        var letter: Character?
        /// Whether it may be given several times.
        var isRepeatable = false
    }

    /// The name as it is typed.
    var flag: String { "--\(rawValue)" }

    /// The name, and the value if there is one, as the help shows them.
    var usage: String { [flag, details.value].compactMap(\.self).joined(separator: " ") }

    /// Those of every command that calls a backend.
    static let connecting: [Option] = [
        .config, .profile, .server, .user, .passwordStdin, .timeout, .quiet, .verbose, .color, .help,
    ]

    /// Those of every command that shows a list.
    static let listing: [Option] = [.format, .json, .fields, .filter, .sort, .limit]
}
