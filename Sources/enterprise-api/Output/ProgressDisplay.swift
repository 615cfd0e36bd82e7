import EnterpriseHTTP
import Foundation

/// Shows how far a transfer is, on standard error: a bar on a terminal, a line now and then elsewhere.
struct ProgressDisplay {
    private let name: String
    private let verb: String
    private let terminal: Terminal
    private let isQuiet: Bool
    private let begin = ContinuousClock.now

    init(_ name: String, verb: String, _ terminal: Terminal, isQuiet: Bool) {
        self.name = name.terminalSafe
        self.verb = verb
        self.terminal = terminal
        self.isQuiet = isQuiet
    }

    private var isBar: Bool { terminal.hasTerminalForNotes && !isQuiet }

    /// Shows the states as they come, and gives the last.
    func show(_ updates: AsyncStream<TransferProgress>) async -> TransferProgress? {
        let pause: Duration = isBar ? .milliseconds(100) : .seconds(1)
        var (last, next): (TransferProgress?, ContinuousClock.Instant?) = (nil, isBar ? nil : begin + pause)
        for await progress in updates {
            last = progress
            let now = ContinuousClock.now
            guard !isQuiet, next.map({ $0 <= now }) ?? true else { continue }
            next = now + pause
            if isBar {
                let line = ProgressBar(progress, elapsed: now - begin).line(name, width: terminal.width - 1)
                try? Output.write("\r\(line)\u{1B}[K", to: STDERR_FILENO)
            } else {
                Output.note("\(name): " + ProgressBar(progress, elapsed: now - begin).numbers)
            }
        }
        return last
    }

    /// The last line: what was moved, and how fast.
    func finish(_ last: TransferProgress?) {
        guard !isQuiet else { return }
        let elapsed = ContinuousClock.now - begin
        let bytes = last?.completed ?? 0
        let rate = ProgressBar.size(Int(Double(bytes) / max(elapsed / .seconds(1), 0.001)))
        let line = "\(name): \(verb) \(ProgressBar.size(bytes)) in \(ProgressBar.time(elapsed)) (\(rate)/s)"
        Output.note(isBar ? "\r\(line)\u{1B}[K" : line)
    }

    /// Leaves the line of the bar.
    func giveUp() {
        if isBar { Output.note("") }
    }
}
