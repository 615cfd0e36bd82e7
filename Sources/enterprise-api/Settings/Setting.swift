import Foundation

/// One setting, as `config show` shows it.
struct Setting: Encodable, Equatable {
    /// Where a value came from.
    enum Origin: Equatable {
        case file(String)
        case profile(String)
        case variable(String)
        case flag(Option)
        case session
        case user
        case standard

        var text: String {
            switch self {
            case .file(let path): "file \(path)"
            case .profile(let name): "profile \(name)"
            case .variable(let name): "environment \(name)"
            case .flag(let option): "option \(option.flag)"
            case .session: "the last login"
            case .user: "the user's settings"
            case .standard: "default"
            }
        }
    }

    let name: String
    /// Nil when there is none; a secret says only that it is there.
    let value: String?
    let origin: String

    init(_ name: String, _ value: String?, _ origin: Origin) {
        self.name = name
        self.value = value
        self.origin = value == nil ? "" : origin.text
    }

    static let columns: [Column<Setting>] = [
        Column(name: "name", heading: "Setting") { Cell($0.name) },
        Column(name: "value", heading: "Value") { Cell($0.value ?? "-") },
        Column(name: "origin", heading: "From") { Cell($0.origin) },
    ]
}
