import Foundation

/// Runs a command line on a terminal of its own, made by Python's `pty`.
enum PseudoTerminal {
    static let python = "/usr/bin/python3"

    /// Waits for each question and answers it; `\u{3}` is Ctrl-C. Prints what the terminal got, then the exit code and how
    /// many milliseconds the end took after the last answer.
    private static let script = """
        import fcntl, json, os, pty, select, struct, sys, termios, time
        width, answers, command = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3]
        pid, master = pty.fork()
        if pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
            os.execv("/bin/bash", ["bash", "-c", command])
        seen, last, end = b"", time.monotonic(), time.monotonic() + 50
        while time.monotonic() < end:
            if answers and answers[0][0].encode() in seen:
                os.write(master, answers.pop(0)[1].encode())
                last = time.monotonic()
            if not select.select([master], [], [], 0.02)[0]:
                continue
            try:
                piece = os.read(master, 65536)
            except OSError:
                break
            if not piece:
                break
            seen += piece
        else:
            os.kill(pid, 9)
        _, status = os.waitpid(pid, 0)
        took = int((time.monotonic() - last) * 1000)
        sys.stdout.buffer.write(seen)
        sys.stdout.write("\\n%d %d" % (os.waitstatus_to_exitcode(status), took))
        """

    struct Outcome {
        let exitCode: Int
        /// All that the terminal got, its line ends as `\n`.
        let screen: String
        let milliseconds: Int
    }

    static func run(
        _ line: String,
        _ program: Program,
        width: Int = 80,
        answers: [(question: String, answer: String)] = []
    ) async throws -> Outcome {
        let json = String(decoding: try JSONEncoder().encode(answers.map { [$0.question, $0.answer] }), as: UTF8.self)
        let outcome = try await program.run(other: python, ["-c", script, String(width), json, line])
        let parts = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
        let numbers = (parts.last ?? "").split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2 else { throw Unreadable(text: outcome.errors) }
        return Outcome(
            exitCode: numbers[0],
            screen: parts.dropLast().joined(separator: "\n").replacing("\r\n", with: "\n"),
            milliseconds: numbers[1]
        )
    }

    struct Unreadable: Error {
        let text: String
    }
}
