import Foundation

/// The built program, run as a user would run it.
struct Program: Sendable {
    /// How a run ended, and what it wrote.
    struct Outcome: Sendable {
        let exitCode: Int32
        let output: String
        let errors: String
    }

    /// What the thread sanitizer needs in every process.
    private static let inherited = ["LD_PRELOAD", "TSAN_OPTIONS"]

    /// Variables beside `PATH`; those of this process are not passed on.
    var environment: [String: String] = [:]
    var directory = FileManager.default.temporaryDirectory

    /// Runs the program to its end.
    func run(_ arguments: [String], input: String = "") async throws -> Outcome {
        try await run(Self.executable, arguments, input: input)
    }

    /// Runs a line of shell in which `enterprise-api` is the program.
    func run(shell line: String) async throws -> Outcome {
        try await run(URL(filePath: "/bin/bash"), ["-c", line], input: "")
    }

    /// Runs another program, such as one that reads what this one wrote.
    func run(other executable: String, _ arguments: [String]) async throws -> Outcome {
        try await run(URL(filePath: executable), arguments, input: "")
    }

    /// Starts the program and comes back when it has written so many lines, with those.
    func start(_ arguments: [String], lines count: Int) async throws -> (program: Running, lines: [Substring]) {
        let process = process(Self.executable, arguments)
        let pipe = Pipe()
        process.standardOutput = pipe
        // Else a process that outlives a crash of the tests keeps their output open, and whoever reads it waits.
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        let (pieces, continuation) = AsyncStream.makeStream(of: Data.self)
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let piece = handle.availableData
            if piece.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(piece)
            }
        }
        let running = try Running(process)
        var text = ""
        for await piece in pieces {
            text += String(decoding: piece, as: UTF8.self)
            if text.count(where: { $0 == "\n" }) >= count { return (running, text.split(separator: "\n")) }
        }
        // It ended, or the test's time has: nothing may be left behind.
        running.send(signal: SIGKILL)
        return (running, text.split(separator: "\n"))
    }

    /// Where the build put it: beside the tests.
    private static var executable: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(component: "enterprise-api")
    }

    private func process(_ executable: URL, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = directory
        let inherited = ProcessInfo.processInfo.environment.filter { Self.inherited.contains($0.key) }
        process.environment = inherited.merging(environment) { _, own in own }
        process.environment?["PATH"] = Self.executable.deletingLastPathComponent().path() + ":/usr/bin:/bin"
        return process
    }

    /// The standard streams are files, so that no amount of output blocks the program.
    private func run(_ executable: URL, _ arguments: [String], input: String) async throws -> Outcome {
        let files = try TemporaryDirectory()
        let process = process(executable, arguments)
        process.standardInput = try FileHandle(forReadingFrom: files.write(input, as: "input"))
        let output = try files.write("", as: "output")
        let errors = try files.write("", as: "errors")
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        let exitCode = try await Running(process).exitCode()
        return try Outcome(
            exitCode: exitCode,
            output: String(contentsOf: output, encoding: .utf8),
            errors: String(contentsOf: errors, encoding: .utf8)
        )
    }
}
