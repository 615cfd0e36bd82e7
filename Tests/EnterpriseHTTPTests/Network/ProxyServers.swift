import EnterpriseHTTP
import Foundation
import Testing

/// A proxy of Debian's, at a port of this machine.
struct ProxyProgram: Sendable {
    let port: UInt16
    private let process: ToolProcess

    /// tinyproxy, which lets connections through to every port.
    static func tinyproxy(login: (name: String, password: String)? = nil, _ lines: String = "") async throws -> Self {
        try await start { folder, port in
            let configuration = """
                Port \(port)
                Listen 127.0.0.1
                Timeout 60
                LogLevel Connect
                DisableViaHeader Yes
                \(login.map { "BasicAuth \($0.name) \($0.password)" } ?? "")
                \(lines)
                """
            try Data(configuration.utf8).write(to: folder.appending(path: "conf"))
            return (.tinyproxy, ["-d", "-c", folder.appending(path: "conf").path])
        }
    }

    /// A SOCKS 5 proxy.
    static func microsocks(login: (name: String, password: String)? = nil) async throws -> Self {
        try await start { _, port in
            (
                .microsocks,
                ["-i", "127.0.0.1", "-p", "\(port)"] + (login.map { ["-u", $0.name, "-P", $0.password] } ?? [])
            )
        }
    }

    private static func start(_ command: (URL, UInt16) throws -> (Tool, [String])) async throws -> Self {
        let (process, port) = try await atFreePort { port in
            let folder = try URL.temporaryFolder("proxy")
            let (tool, arguments) = try command(folder, port)
            return try await ToolProcess(tool, arguments, in: folder) { _ in Listening.port(port) }
        }
        return ProxyProgram(port: port, process: process)
    }

    /// For programs that can't choose a port by themselves. Between asking for a free one and using it somebody else may
    /// take it; the program ends then, and another port is tried.
    static func atFreePort<Started>(_ start: (UInt16) async throws -> Started) async throws -> (Started, UInt16) {
        var attempts = 0
        while true {
            let port = try freePort()
            attempts += 1
            do { return (try await start(port), port) } catch  where attempts < 5 {}
        }
    }

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        try #require(result == 0)
        return UInt16(bigEndian: address.sin_port)
    }
}
