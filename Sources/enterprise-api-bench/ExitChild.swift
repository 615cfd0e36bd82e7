import EnterpriseHTTP
import Foundation

/// A process that exits in the middle of calls, where libcurl's OpenSSL would crash if the engine still ran.
enum ExitChild {
    static let command = "exit-child"

    /// Starts one and says how it ended.
    static func start(_ url: String, afterMicroseconds time: Int) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = [command, url, String(time)]
        try process.run()
        process.waitUntilExit()
        return "\(process.terminationReason == .exit ? "exit" : "signal") \(process.terminationStatus)"
    }

    static func run(_ arguments: [String]) async throws {
        let transport = CurlTransport()
        let origin = String(arguments[0].dropLast())
        for _ in 0..<8 {
            Task { try await transport.send(WireRequest(origin: origin, target: "/", deadline: .now + .seconds(10))) }
        }
        let time = Int(arguments[1]) ?? 0
        try await Task.sleep(for: .microseconds(time))
        // Closing just before is another way to have the engine's thread still at work.
        if time.isMultiple(of: 3) { Task { await transport.close() } }
        exit(0)
    }
}
