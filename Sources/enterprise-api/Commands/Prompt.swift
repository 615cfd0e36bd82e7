import Foundation
import Synchronization

/// Questions to whoever sits at the terminal.
enum Prompt {
    /// What the terminal was like before its echo was turned off.
    private static let original = Mutex<termios?>(nil)

    /// Asks for a password, which is not shown; nil without a terminal, or without an answer.
    static func password(_ question: String) -> String? {
        var state = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &state) == 0 else { return nil }
        original.withLock { $0 = state }
        defer { restore() }
        state.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &state)
        try? Output.write(question.terminalSafe, to: STDERR_FILENO)
        let answer = readLine()
        Output.note("")
        return answer.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether the answer is yes; no is the default.
    static func confirm(_ question: String) -> Bool {
        try? Output.write("\(question.terminalSafe) [y/N] ", to: STDERR_FILENO)
        return ["y", "yes"].contains((readLine() ?? "").trimmingCharacters(in: .whitespaces).lowercased())
    }

    /// Whether there is somebody to ask.
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Makes the terminal show what is typed again; also when the program ends while it asks.
    static func restore() {
        guard
            var state = original.withLock({ state in
                defer { state = nil }
                return state
            })
        else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &state)
    }
}
