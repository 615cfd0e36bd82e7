import EnterpriseJSON

/// Why a configuration could not be loaded: the place, the key, and what was expected there.
///
/// It never repeats a value, which may hold a password.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public let code: Code

    /// The path of the file; nil when a variable of the environment is at fault.
    public let file: String?

    /// The environment variable at fault.
    public let variable: String?

    /// The key at fault, such as "ui.button.cornerRadius".
    public let keyPath: String?

    /// What was expected, such as "a number".
    public let expected: String

    /// The line of the file, from 1: when it is not JSON, has a key twice, or the key at fault is in the section `network`.
    public let line: Int?

    /// The character of that line, from 1.
    public let column: Int?

    private let reason: String

    init(
        _ code: Code,
        file: String? = nil,
        variable: String? = nil,
        keyPath: String? = nil,
        expected: String,
        found: String? = nil,
        reason: String? = nil,
        line: Int? = nil,
        column: Int? = nil
    ) {
        self.code = code
        self.file = file
        self.variable = variable
        self.keyPath = keyPath
        self.expected = expected
        self.reason = reason ?? ("expected " + expected + (found.map { ", found \($0)" } ?? ""))
        self.line = line
        self.column = column
    }

    static func fileNotFound(_ paths: [String], hint: String = "") -> ConfigurationError {
        ConfigurationError(
            .fileNotFound,
            file: paths.first,
            expected: "a file at " + paths.joined(separator: " or ") + hint
        )
    }

    init(_ code: Code, file: String, expected: String, at error: JSONSyntaxError) {
        self.init(
            code,
            file: file,
            expected: expected,
            reason: error.reason,
            line: error.line,
            column: error.column
        )
    }

    /// Place, key, what went wrong and what was expected, in one line.
    public var description: String {
        let place = [file, line?.description, column?.description].compactMap(\.self).joined(separator: ":")
        let parts = [place, variable.map { "environment variable \($0)" } ?? "", keyPath ?? "", code.description]
        return (parts + [reason]).filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
