import EnterpriseAPI
import EnterpriseHTTP
import Foundation

extension Settings {
    /// Every setting with its value and where that came from, secrets as no more than there or not.
    func rows(_ arguments: Arguments, environment: [String: String]) -> [Setting] {
        let variables = Variables(environment)
        let button = configuration.ui.button
        let hasFile = file != nil
        let values: [(String, String?)] = [
            ("server", configuration.server.description),
            ("debug", "\(configuration.debug)"),
            ("ui.button.cornerRadius", hasFile ? "\(button.cornerRadius)" : nil),
            ("ui.button.borderWidth", hasFile ? "\(button.borderWidth)" : nil),
            (
                "rules.maxPOExpense",
                hasFile || origins["rules.maxPOExpense"] != nil
                    ? "\(configuration.rules.maxPOExpense)" : nil
            ),
            ("profile", profile),
            ("user", user),
        ]
        let rows = values.map { Setting($0.0, $0.1, origins[$0.0] ?? .standard) }
        let password = variables["ENTERPRISE_API_PASSWORD"].map { _ in "<redacted>" }
        let session = sessionFile.flatMap { FileManager.default.fileExists(atPath: $0.path) ? "<redacted>" : nil }
        return rows + [
            arguments.has(.passwordStdin)
                ? Setting("password", "<redacted>", .flag(.passwordStdin))
                : Setting("password", password, .variable("ENTERPRISE_API_PASSWORD")),
            Setting("session", session, .file(sessionFile?.path ?? "")),
            Setting("timeout", arguments[.timeout] ?? "60", arguments.has(.timeout) ? .flag(.timeout) : .standard),
            color(arguments, variables),
            Setting("firstDayOfWeek", "\(configuration.firstDayOfWeek)", .user),
        ] + networkRows
    }

    /// Every option of the section `network`; none of them holds a secret, only where one is.
    private var networkRows: [Setting] {
        Mirror(reflecting: configuration.network).children.compactMap { child in
            guard let label = child.label else { return nil }
            let isSet = file?.networkKeys.contains(label) == true
            let shown = Self.text(child.value)
            return Setting("network.\(label)", shown, isSet ? .file(file?.path ?? "") : .standard)
        }
    }

    /// A value in the words of the configuration; nil for none.
    private static func text(_ value: Any) -> String? {
        switch value {
        case let value as any OptionalValue: value.wrapped.flatMap(text)
        case let values as [String]: values.isEmpty ? nil : values.joined(separator: ", ")
        case let values as [String: [String]]:
            values.isEmpty ? nil : values.keys.sorted().joined(separator: ", ")
        case ProxyChoice.url(let url): url
        case SecretSource.environment(let name): "environment \(name)"
        case SecretSource.file(let path): "file \(path)"
        default: "\(value)"
        }
    }

    /// The file of this user's session; nil where nobody is named, or nothing is kept.
    var sessionFile: URL? { user.flatMap { state.session(of: $0, on: configuration.server) } }

    private func color(_ arguments: Arguments, _ variables: Variables) -> Setting {
        if let choice = arguments[.color] { return Setting("color", choice, .flag(.color)) }
        return variables["NO_COLOR"] == nil
            ? Setting("color", "auto", .standard) : Setting("color", "never", .variable("NO_COLOR"))
    }
}

/// An optional, whatever it holds.
private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 } }
}
