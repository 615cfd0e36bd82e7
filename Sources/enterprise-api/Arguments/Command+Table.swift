extension Command {
    /// The table of all commands: help, parsing and completion are made from it.
    var details: Details {
        switch self {
        case .announcements, .employees, .employee, .events, .products, .purchases, .submit, .watch, .me, .user: looking
        case .login, .logout: account
        case .request, .download, .upload: calling
        case .doctor, .configShow, .configCheck, .completion, .demo, .serve: setup
        }
    }

    // All of the reference backend's company, so that the examples work against `enterprise-api serve`.
    private var who: String { "--user jane.doe" }
    private var exampleID: String { "80559AB9-AF18-47F7-818C-A0B46597ECB6" }

    private var account: Details {
        switch self {
        case .logout:
            Details(
                group: .account,
                summary: "Signs out: forgets the session that `login` kept.",
                examples: ["enterprise-api logout"]
            )
        default:
            Details(
                group: .account,
                summary: "Signs in, and keeps the session for the commands that follow.",
                more: """
                    The token is kept in a file of yours alone, per server and user, below $XDG_STATE_HOME/enterprise-api.
                    The password is asked for on a terminal; it is never kept.
                    """,
                options: [.json],
                examples: ["enterprise-api login \(who) --password-stdin < password.txt"]
            )
        }
    }

    private var calling: Details {
        switch self {
        case .request:
            Details(
                group: .calling,
                summary: "Makes any call below SERVER/api/, with the session's token.",
                more: "An answer that is no success is shown all the same, and ends the program with 1.",
                operands: [
                    Operand(name: "METHOD", choices: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]),
                    Operand(name: "PATH"),
                ],
                options: [.data, .query, .include],
                examples: [
                    "enterprise-api request GET announcements \(who)",
                    "enterprise-api request HEAD products --include \(who)",
                ]
            )
        case .download:
            Details(
                group: .calling,
                summary: "Writes what a path answers to a file, which appears when it is whole.",
                operands: [Operand(name: "PATH"), Operand(name: "FILE", isFile: true)],
                options: [.resume, .sha256],
                examples: ["enterprise-api download employees staff.json \(who)"]
            )
        default:
            Details(
                group: .calling,
                summary: "Sends a file, of any size, to a path.",
                operands: [Operand(name: "FILE", isFile: true), Operand(name: "PATH")],
                options: [.method],
                examples: ["enterprise-api upload order.json purchases \(who)"]
            )
        }
    }

    private var setup: Details {
        switch self {
        case .doctor:
            Details(
                group: .setup,
                summary: "Looks for what is wrong: settings, network, login, every endpoint and its answer.",
                more: "It ends with 0 when all is well, with 5 when there are only warnings, and with 1 otherwise.",
                options: [.json],
                examples: ["enterprise-api doctor \(who)"]
            )
        case .configShow:
            Details(
                group: .setup,
                summary: "Shows every setting, its value and where that came from.",
                options: [.json],
                examples: ["enterprise-api config show", "enterprise-api config show --json"]
            )
        case .configCheck:
            Details(
                group: .setup,
                summary: "Checks the settings without calling anybody.",
                examples: ["enterprise-api config check"]
            )
        case .completion:
            Details(
                group: .setup,
                summary: "Prints what makes a shell complete commands, options and their values.",
                more: "Such as: source <(enterprise-api completion bash)",
                operands: [Operand(name: "SHELL", choices: Completion.Shell.allCases.map(\.rawValue))],
                common: [.help],
                examples: Completion.Shell.allCases.map { "enterprise-api completion \($0)" }
            )
        case .demo:
            Details(
                group: .setup,
                summary: "Runs every call of the SDK against a backend of its own, and checks the outcome.",
                common: [.help],
                examples: ["enterprise-api demo"]
            )
        default:
            Details(
                group: .setup,
                summary: "Runs the reference backend on 127.0.0.1 until it is interrupted.",
                more: """
                    Prints where it listens, then who may sign in, with the password: both are made up, like all that it serves.
                    It keeps what is ordered until it ends.
                    """,
                options: [.port],
                common: [.help],
                examples: ["enterprise-api serve --port 0"]
            )
        }
    }

    /// The example of a user's id, and the option that signs in, for the table's other half.
    var example: (who: String, id: String) { (who, exampleID) }
}
