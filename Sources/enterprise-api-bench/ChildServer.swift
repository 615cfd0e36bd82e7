import Foundation

/// A server in a process of its own, so that its memory and descriptors are not counted as the client's.
struct ChildServer {
    struct Unavailable: Error, CustomStringConvertible {
        let description: String
    }

    let url: String
    private let process: Process

    /// The reference backend, by the command line beside this program.
    static func backend() throws -> ChildServer {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return try ChildServer(program: folder.appending(path: "enterprise-api"), arguments: ["serve", "--port", "0"])
    }

    /// Starts a program and reads from its first line where it listens.
    init(program: URL, arguments: [String]) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = Pipe()
        process.standardOutput = output
        do { try process.run() } catch {
            throw Unavailable(description: "can't start \(program.path); build it with `swift build`")
        }
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        let text = String(decoding: line, as: UTF8.self)
        guard let start = text.firstRange(of: "http://")?.lowerBound else {
            process.terminate()
            throw Unavailable(description: "\(program.lastPathComponent) did not say where it listens")
        }
        url = text[start...].trimmingCharacters(in: CharacterSet(charactersIn: "/")) + "/"
        self.process = process
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
