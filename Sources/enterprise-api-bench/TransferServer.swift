import EnterpriseTesting
import Foundation

/// A server of any number of bytes in either direction, in a process of its own: `GET /N` sends N bytes, PUT takes all.
enum TransferServer {
    static let command = "transfer-server"

    /// Starts one; gives its address and what stops it.
    static func start() throws -> ChildServer {
        try ChildServer(program: URL(filePath: CommandLine.arguments[0]), arguments: [command])
    }

    /// Runs until standard input ends, as it does when the parent is gone.
    static func run() throws {
        var options = LoopbackServer.Options()
        options.maxBodyBytes = .max
        options.bodyHandling = { _ in .consume { _ in } }
        let chunk = [UInt8](repeating: 0x61, count: 256 << 10)
        let server = try LoopbackServer(options: options) { request in
            guard request.method == "GET", let count = Int(request.target.dropFirst()) else {
                return ServerResponse(status: 200)
            }
            return .stream(status: 200, length: count) { writer in
                var left = count
                while left > 0, writer.write(left >= chunk.count ? chunk : Array(chunk.prefix(left))) {
                    left -= chunk.count
                }
            }
        }
        FileHandle.standardOutput.write(Data("listening on \(server.url)\n".utf8))
        while !FileHandle.standardInput.availableData.isEmpty {}
        server.stop()
    }
}
