import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// A name server that never answers. What it is asked through is the machine's own, so the calls are made by a second
/// process that sees another /etc/resolv.conf; root alone can make such a one.
@Suite(.serialized) struct DeadDNSTests {
    private static let variable = "ENTERPRISE_DEAD_DNS"
    private static let isChild = ProcessInfo.processInfo.environment[variable] != nil

    /// A socket at the name servers' port that nobody reads; nil where this process may not have one.
    private static func deadServer(_ address: UInt32) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = UInt16(53).bigEndian
        name.sin_addr.s_addr = address.bigEndian
        let result = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static let canUnshare: Bool = {
        guard !isChild, getuid() == 0 else { return false }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-m", "/bin/true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    private static func run(_ arguments: [String], environment: [String: String]) async throws -> (Int32, String) {
        let folder = try URL.temporaryFolder("dns")
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = folder.appending(path: "output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-m"] + arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = process.standardOutput
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
        for await _ in ends {}
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }

    @Test(.enabled(if: canUnshare, "another /etc/resolv.conf needs root and a mount namespace of one's own"))
    func `with a dead name server the calls of another process go on`() async throws {
        let dead = try #require(Self.deadServer(0x7F00_004D))
        defer { close(dead) }
        let folder = try URL.temporaryFolder("resolv")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "resolv.conf")
        try Data("nameserver 127.0.0.77\noptions timeout:30 attempts:2\n".utf8).write(to: file)
        var environment = ProcessInfo.processInfo.environment
        environment[Self.variable] = "1"
        let (status, output) = try await Self.run(
            [
                "/bin/sh", "-c", "mount --bind '\(file.path)' /etc/resolv.conf && exec \"$@\"", "sh",
                CommandLine.arguments[0], "--testing-library", "swift-testing", "--filter", "DeadDNSTests",
            ],
            environment: environment
        )
        #expect(
            status == 0 && output.contains("a name that is looked up for ever") && output.contains("1 suite passed"),
            "\(output)"
        )
    }

    @Test(.enabled(if: isChild, "runs in a process of its own"))
    func `a name that is looked up for ever delays no other call, and ends with its own time`() async throws {
        let server = try LoopbackServer { _ in 200 }
        let transport = CurlTransport()
        let clock = ContinuousClock()
        let hanging = Task {
            await failure { () async throws(APIError) in
                try await transport.send(
                    WireRequest(origin: "http://hangs.example", target: "/", deadline: .now + .seconds(3))
                )
            }
        }
        // It has begun to be looked up when calls after it have been answered.
        var slowest = Duration.zero
        let start = clock.now
        while clock.now - start < .seconds(2) {
            let began = clock.now
            #expect(try await transport.send(server.request()).status == 200)
            slowest = max(slowest, clock.now - began)
        }
        #expect(slowest < .milliseconds(500))
        let failed = await hanging.value
        #expect(failed?.code == .timedOut && failed?.reason?.contains("connecting to http://hangs.example") == true)
        #expect(clock.now - start < .seconds(5))

        let left = Task {
            await failure { () async throws(APIError) in
                try await transport.send(WireRequest(origin: "http://hangs2.example", target: "/"))
            }
        }
        _ = try await transport.send(server.request())
        let closing = await clock.measure { await transport.close() }
        #expect(closing < .seconds(2))
        #expect(await left.value?.code == .shutDown)
    }
}
