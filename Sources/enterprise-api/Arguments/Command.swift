/// What the program can be told to do; the raw value is the word that is typed.
enum Command: String, CaseIterable {
    case demo, serve, login, announcements, employees, events, products, purchases, user, me

    var summary: String {
        switch self {
        case .demo: "Runs every call of the SDK against a backend of its own, and checks what comes back."
        case .serve: "Runs the reference backend on 127.0.0.1 until it is interrupted."
        case .login: "Signs in and shows who that is; the token is not kept."
        case .announcements: "Shows the announcements."
        case .employees: "Shows the employees, each below their manager."
        case .events: "Shows the calendar; needs no user."
        case .products: "Shows what can be ordered."
        case .purchases: "Shows the purchase orders."
        case .user: "Shows one user of the backend."
        case .me: "Shows the user who signs in."
        }
    }

    /// What else there is to know; nil where the summary says it all.
    var details: String? {
        switch self {
        case .serve:
            """
            Prints where it listens, then who may sign in, with the password: both are made up, like all that it serves.
            It keeps what is ordered until it ends.
            """
        default: nil
        }
    }

    /// What follows the command's name, as the help shows it.
    var operands: [String] { self == .user ? ["ID"] : [] }

    var options: [Option] {
        switch self {
        case .demo: [.help]
        case .serve: [.port, .help]
        default: [.config, .server, .user, .passwordStdin, .json, .help]
        }
    }

    /// Command lines that work as they stand; a test runs each.
    var examples: [String] {
        switch self {
        case .demo: ["enterprise-api demo"]
        case .serve: ["enterprise-api serve --port 0"]
        case .login: ["enterprise-api login --user \(exampleUser) --password-stdin < password.txt"]
        case .events: ["enterprise-api events", "enterprise-api events --json"]
        case .user: ["enterprise-api user \(exampleID) --user \(exampleUser)"]
        default: ["enterprise-api \(rawValue) --user \(exampleUser)"]
        }
    }

    // Both of the reference backend's company, so that the examples work against `enterprise-api serve`.
    private var exampleUser: String { "jane.doe" }
    private var exampleID: String { "80559AB9-AF18-47F7-818C-A0B46597ECB6" }
}
