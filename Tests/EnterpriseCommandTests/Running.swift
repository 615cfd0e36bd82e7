import Foundation

/// A process under way. It is killed after a minute, so that a test fails instead of hanging.
final class Running: Sendable {
    private let processIdentifier: Int32
    private let exits: AsyncStream<Int32>

    init(_ process: Process) throws {
        let (exits, continuation) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            // A shell's way to tell a signal from an exit.
            continuation.yield(process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0))
            continuation.finish()
        }
        try process.run()
        processIdentifier = process.processIdentifier
        self.exits = exits
    }

    /// The status it ends with; 128 and the signal's number when a signal ended it.
    func exitCode() async throws -> Int32 {
        let watchdog = Task {
            try await Task.sleep(for: .seconds(60))
            send(signal: SIGKILL)
        }
        defer { watchdog.cancel() }
        for await exitCode in exits { return exitCode }
        throw CancellationError()
    }

    func send(signal: Int32) {
        kill(processIdentifier, signal)
    }
}
