/// Why the command ends without having done its work: one line that says what to do, and the exit code.
struct CommandError: Error, Equatable {
    let exitCode: ExitCode
    let message: String

    init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }

    /// A wrong command line. The message never repeats a value, which may be a secret in the wrong place.
    static func usage(_ message: String, command: Command? = nil) -> CommandError {
        let help = ["enterprise-api", command?.rawValue, "--help"].compactMap(\.self).joined(separator: " ")
        return CommandError(.usage, "\(message); see `\(help)`")
    }
}
