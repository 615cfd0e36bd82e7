import Foundation
import Testing

/// A program of the system that a test needs.
struct Tool: Sendable {
    let name: String

    static let openssl = Tool(name: "openssl")
    static let nginx = Tool(name: "nginx")
    static let tinyproxy = Tool(name: "tinyproxy")
    static let microsocks = Tool(name: "microsocks")

    /// Where it is; nil when it is not installed.
    var url: URL? {
        ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/sbin", "/bin"]
            .map { URL(filePath: $0).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the tests, and says why, where a program is not installed; but not in CI, which installs them all.
    static func needs(_ tools: Tool...) -> Self {
        let missing = tools.filter { $0.url == nil }.map(\.name).joined(separator: ", ")
        let isCI = ProcessInfo.processInfo.environment["ENTERPRISE_CI"] != nil
        return .enabled(if: missing.isEmpty || isCI, "not installed: \(missing)")
    }
}

/// A program that runs until nothing refers to it any more, with a folder of its own.
final class ToolProcess: Sendable {
    struct Failed: Error { let output: String }

    let folder: URL
    private let pid: Int32

    /// Starts a program and waits until it is ready.
    init(
        _ tool: Tool,
        _ arguments: [String],
        in folder: URL,
        environment: [String: String] = [:],
        isReady: @Sendable (_ output: String) -> Bool
    ) async throws {
        self.folder = folder
        let process = Process()
        process.executableURL = tool.url ?? URL(filePath: "/nowhere/\(tool.name)")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = environment
        let log = folder.appending(path: "output")
        try Data().write(to: log)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: log)
        process.standardError = process.standardOutput
        try process.run()
        pid = process.processIdentifier
        let end = ContinuousClock.now + .seconds(20)
        while true {
            let output = output
            if isReady(output) { return }
            guard process.isRunning, ContinuousClock.now < end else { throw Failed(output: output) }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    deinit {
        kill(pid, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    /// What it has written.
    var output: String {
        (try? String(contentsOf: folder.appending(path: "output"), encoding: .utf8)) ?? ""
    }
}

/// Whether something listens at a Unix domain socket or a port of 127.0.0.1.
enum Listening {
    static func socket(_ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return connects(AF_UNIX, &address)
    }

    static func port(_ port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return connects(AF_INET, &address)
    }

    private static func connects<Address>(_ family: Int32, _ address: inout Address) -> Bool {
        let descriptor = Foundation.socket(family, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
    }
}
