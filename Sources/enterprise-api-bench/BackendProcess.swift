import Foundation

/// The reference backend in a process of its own, so that its memory and descriptors are not counted as the client's.
struct BackendProcess {
    struct Unavailable: Error, CustomStringConvertible {
        let description: String
    }

    let url: String
    private let process: Process

    init() throws {
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "enterprise-api"
        )
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = ["serve"]
        process.standardOutput = output
        do { try process.run() } catch {
            throw Unavailable(description: "can't start \(program.path); build it with `swift build`")
        }
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        let text = String(decoding: line, as: UTF8.self)
        guard let start = text.firstRange(of: "http://")?.lowerBound else {
            process.terminate()
            throw Unavailable(description: "the backend did not say where it listens")
        }
        url = text[start...].trimmingCharacters(in: CharacterSet(charactersIn: "/")) + "/"
        self.process = process
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
