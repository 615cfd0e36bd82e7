import EnterpriseHTTP
import Foundation

/// The program's entry: understands the command line, does what it says, and turns the outcome into an exit code.
@main
enum EnterpriseCommand {
    /// Not `async`: the concurrency runtime opens descriptors, and would take those of closed streams.
    static func main() {
        Output.openClosedStreams()
        // A reader that has gone then shows as an error of the write, not as a signal.
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        let words = Array(CommandLine.arguments.dropFirst())
        let work = Task { await run(words, environment: environment) }
        let interruption = Interruption()
        // The server ends by these signals, and well.
        let sources = words.contains(Command.serve.rawValue) ? [] : interruption.wait { work.cancel() }
        Task {
            let exitCode = await work.value
            interruption.end()
            sources.forEach { $0.cancel() }
            exit(exitCode.rawValue)
        }
        dispatchMain()
    }

    private static func run(_ words: [String], environment: [String: String]) async -> ExitCode {
        do {
            let arguments = try Arguments.parse(words)
            if arguments.has(.help) {
                try Output.write((arguments.command.map(Help.text) ?? Help.overview) + "\n")
            } else if arguments.has(.version) {
                try Output.write("enterprise-api \(SDKVersion.current)\n")
            } else if let command = arguments.command {
                return try await command.run(arguments, environment: environment)
            }
            return .success
        } catch Output.Failure.readerIsGone {
            return .success
        } catch {
            // Who interrupts knows why it ends.
            guard !Task.isCancelled else { return .interrupted }
            Output.complain((error as? CommandError)?.message ?? "\(error)")
            return (error as? CommandError)?.exitCode ?? .failure
        }
    }
}
