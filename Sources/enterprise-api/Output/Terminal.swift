import Foundation

/// What the process writes to, and what suits it.
struct Terminal {
    /// Whether standard output is a terminal.
    let isTerminal: Bool
    /// Whether standard error is, where progress and questions go.
    let hasTerminalForNotes: Bool
    /// Columns to fill.
    let width: Int
    let style: Style
    /// The same for standard error.
    let noteStyle: Style

    /// Of this process, as the options and the environment have it.
    init(_ arguments: Arguments, environment: [String: String]) throws(CommandError) {
        isTerminal = isatty(STDOUT_FILENO) == 1
        hasTerminalForNotes = isatty(STDERR_FILENO) == 1
        let own = try arguments.number(.width, in: 20...10_000)
        width = own ?? Self.columns ?? environment["COLUMNS"].flatMap { Int($0) }.map { min(max($0, 20), 10_000) } ?? 80
        let choice = arguments[.color] ?? "auto"
        // https://no-color.org: any value but an empty one.
        let isWelcome = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        func style(_ isTerminal: Bool) -> Style {
            Style(isColored: choice == "always" || choice == "auto" && isTerminal && isWelcome)
        }
        self.style = style(isTerminal)
        noteStyle = style(hasTerminalForNotes)
    }

    /// The width of the terminal, if there is one that tells.
    private static var columns: Int? {
        var size = winsize()
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] where isatty(descriptor) == 1 {
            if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return max(Int(size.ws_col), 20) }
        }
        return nil
    }
}
