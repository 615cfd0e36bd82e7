/// An option of the command line; its raw value is its name.
enum Option: String, CaseIterable {
    case config, server, user, json, port, help, version
    case passwordStdin = "password-stdin"

    /// The name as it is typed.
    var flag: String { "--\(rawValue)" }

    /// What its value is called in the help; nil for one that takes none.
    var valueName: String? {
        switch self {
        case .config: "FILE"
        case .server: "URL"
        case .user: "NAME"
        case .port: "N"
        case .json, .help, .version, .passwordStdin: nil
        }
    }

    var summary: String {
        switch self {
        case .config: "the configuration to read (else ENTERPRISE_API_CONFIG, else configuration.json)"
        case .server: "the backend to call, such as https://backend.example.com/"
        case .user: "who signs in (else ENTERPRISE_API_USER)"
        case .passwordStdin: "read the password from the first line of standard input"
        case .json: "print JSON instead of a table"
        case .port: "the port to listen on; 0 takes a free one (8080)"
        case .help: "show this help"
        case .version: "show the version"
        }
    }
}
