/// What the program can be told to do; the raw value is the word, or the two words, that are typed. What there is to know
/// of each is in the table of `details`.
enum Command: String, CaseIterable {
    case announcements, employees
    case employee = "employees show"
    case events, products, purchases
    case submit = "purchases submit"
    case watch, me, user
    case login, logout
    case request, download, upload
    case doctor
    case configShow = "config show"
    case configCheck = "config check"
    case completion, demo, serve

    /// What the help lists together.
    enum Group: String, CaseIterable {
        case looking = "Look at"
        case account = "Sign in"
        case calling = "Call anything"
        case setup = "Set up and find out"
    }

    /// What follows the command's name.
    struct Operand {
        let name: String
        var choices: [String] = []
        /// Whether it is the path of a file, which a shell completes.
        var isFile = false
    }

    /// What the help, the parser and the completion know of a command.
    struct Details {
        let group: Group
        let summary: String
        /// What else there is to know; nil where the summary says it all.
        var more: String?
        var operands: [Operand] = []
        /// Its own options; the common ones follow.
        var options: [Option] = []
        var common: [Option] = Option.connecting
        /// What `--format` takes; the first is the default.
        var formats: [Format] = []
        /// What `--fields`, `--filter` and `--sort` take.
        var fields: [String] = []
        /// Command lines that work as they stand; a test runs each.
        let examples: [String]
    }

    var options: [Option] { details.options + details.common }

    /// The command's name and what follows it, as the help shows them.
    var usage: String { ([rawValue] + details.operands.map(\.name)).joined(separator: " ") }

    /// The values that an option of this command may have; none where any will do.
    func choices(of option: Option) -> [String] {
        option == .format ? details.formats.map(\.rawValue) : option.details.choices
    }

    /// The command of these words; nil when there is none.
    static func of(_ words: String...) -> Command? { Command(rawValue: words.joined(separator: " ")) }

    /// The words that only name a command with another after them, such as `config`.
    static func continuations(of word: String) -> [String] {
        allCases.compactMap { command in
            let words = command.rawValue.split(separator: " ").map(String.init)
            return words.count == 2 && words[0] == word ? words[1] : nil
        }
    }
}
