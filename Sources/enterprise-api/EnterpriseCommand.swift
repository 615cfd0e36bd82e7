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
        Task {
            exit(await run(Array(CommandLine.arguments.dropFirst()), environment: environment).rawValue)
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
                try await command.run(arguments, environment: environment)
            }
            return .success
        } catch let error as CommandError {
            Output.complain(error.message)
            return error.exitCode
        } catch Output.Failure.readerIsGone {
            return .success
        } catch {
            Output.complain("\(error)")
            return .failure
        }
    }
}
