import EnterpriseTesting
import Foundation

/// The reference backend alone, for trying things out by hand and from other programs.
struct Serve {
    private static let defaultPort: UInt16 = 8080
    private let port: UInt16

    init(_ arguments: Arguments) throws(CommandError) {
        guard let text = arguments[.port] else {
            port = Self.defaultPort
            return
        }
        guard let port = UInt16(text), text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }) else {
            throw .usage("--port is a number from 0 to 65535", command: .serve)
        }
        self.port = port
    }

    /// Serves until SIGINT or SIGTERM.
    func run() async throws {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)  // else the default action ends the process before the source hears of it
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        let backend = try start()
        defer { backend.stop() }
        try Output.write(greeting(of: backend))
        for await _ in signals { return }
    }

    /// Where it listens, then who may sign in; written at once, so that whoever has read the first line may go.
    private func greeting(of backend: RunningBackend) -> String {
        let account = backend.backend.accounts.first
        return "listening on http://127.0.0.1:\(backend.server.port)\n"
            // The only password that is ever shown: it is no secret, but part of the made-up company.
            + (account.map { "sign in as \($0.username), password: \($0.password)\n" } ?? "")
    }

    private func start() throws(CommandError) -> RunningBackend {
        do {
            return try ReferenceBackend.start(port: port)
        } catch {
            throw CommandError(.failure, "can't listen on port \(port): \(error); --port 0 takes one that is free")
        }
    }
}
