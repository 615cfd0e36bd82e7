import EnterpriseTesting
import Foundation
import Synchronization
import Testing

/// `request`, `download` and `upload`.
@Suite(.serialized) struct TransferTests {
    private let installation: Installation

    init() throws { installation = try Installation() }

    private func file(_ name: String) -> URL { installation.directory.url.appending(component: name) }

    @Test func `a request shows the answer's bytes as they are`() async throws {
        let outcome = try await installation.run("request", "get", "users/me")
        #expect(outcome.exitCode == 0 && outcome.errors == "")
        #expect(outcome.output.hasPrefix("{") && outcome.output.contains("jane.doe") && !outcome.output.contains("\n"))
    }

    @Test func `an answer that is no success is shown, and is a failure`() async throws {
        let outcome = try await installation.run("request", "DELETE", "products/x", "--include")
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.hasPrefix("404\n") && outcome.output.contains("Not Found"))
        #expect(outcome.errors == "enterprise-api: DELETE products/x: the answer's status is 404\n")
    }

    @Test func `a request carries a query and a body`() async throws {
        let seen = Mutex<[String]>([])
        let server = try LoopbackServer { request in
            seen.withLock {
                $0.append("\(request.method) \(request.target) \(String(decoding: request.body, as: UTF8.self))")
            }
            return ServerResponse(status: 200)
        }
        defer { server.stop() }
        try installation.directory.write("{\"a\": 1}", as: "body.json")
        let nobody = ["ENTERPRISE_API_USER": "", "ENTERPRISE_API_PASSWORD": ""]
        for data in ["'{\"a\": 1}'", "@body.json", "- < body.json"] {
            let line =
                "enterprise-api request PUT 'things?page=2' --query 'q=a b&c' --server \(server.url) --data \(data)"
            #expect(try await installation.run(shell: line, environment: nobody).exitCode == 0)
        }
        #expect(seen.withLock { $0 } == Array(repeating: "PUT /api/things?page=2&q=a%20b%26c {\"a\": 1}", count: 3))
    }

    @Test func `a download is whole, and says how long it took`() async throws {
        let outcome = try await installation.run("download", "employees", "staff.json")
        #expect(outcome.exitCode == 0 && outcome.output == "")
        #expect(outcome.errors.contains(/^staff\.json: downloaded \d+\.\d kB in \d+ s \(.*\/s\)\n$/))
        #expect(try String(contentsOf: file("staff.json"), encoding: .utf8).contains("Marguerite"))
        let quiet = try await installation.run("download", "employees", "staff.json", "--quiet")
        #expect(quiet.errors == "" && quiet.exitCode == 0)
    }

    @Test func `a download that breaks off or has the wrong digest leaves no file`() async throws {
        let proxy = try FaultProxy(to: installation.backend.server, plan: .always(.drop(at: .beforeResponse)))
        let broken = try await installation.run("download", "events", "a.json", "--server", proxy.url, "--timeout", "5")
        #expect(broken.exitCode == 1)
        let wrong = try await installation.run(
            "download",
            "events",
            "a.json",
            "--sha256",
            String(repeating: "0", count: 64)
        )
        #expect(wrong.exitCode == 1)
        #expect(!FileManager.default.fileExists(atPath: file("a.json").path))
    }

    @Test func `an upload of any size shows a bar on a terminal, and lines elsewhere`() async throws {
        let size = 3_000_000
        let received = Mutex(0)
        var options = LoopbackServer.Options()
        options.maxBodyBytes = 2 * size
        let server = try LoopbackServer(options: options) { request in
            received.withLock { $0 = request.body.count }
            return ServerResponse(status: 201)
        }
        defer { server.stop() }
        try installation.directory.write(String(repeating: "x", count: size), as: "big.bin")
        let nobody = ["ENTERPRISE_API_USER": "", "ENTERPRISE_API_PASSWORD": "", "TERM": "xterm"]
        let line = "enterprise-api upload big.bin files/big --method PUT --server \(server.url)"
        let plain = try await installation.run(shell: line, environment: nobody)
        #expect(plain.exitCode == 0 && plain.output == "")
        #expect(plain.errors.hasPrefix("big.bin: uploaded 3.0 MB in "), "\(plain.errors)")
        #expect(received.withLock { $0 } == size)
        let screen = try await PseudoTerminal.run(line, installation.program(nobody), width: 70).screen
        #expect(screen.contains("\rbig.bin") && screen.contains("░") && screen.contains(" of 3.0 MB"))
        #expect(screen.contains("big.bin: uploaded 3.0 MB in "))
    }

    @Test func `the log of the wire has no secret`() async throws {
        let outcome = try await installation.run("request", "GET", "users/me?key=hunter2", "--verbose")
        #expect(outcome.exitCode == 0)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("> POST http://127.0.0.1") && $0.hasSuffix("/api/users/login") })
        #expect(lines.contains { $0.hasSuffix("/api/users/me?key=<redacted>") })
        #expect(lines.contains("> Authorization: <redacted>"))
        #expect(lines.contains { $0.hasPrefix("< 200 in ") })
        #expect(!outcome.errors.contains("hunter2") && !outcome.errors.contains("Bearer"))
    }

    @Test func `a time limit holds`() async throws {
        let proxy = try FaultProxy(to: installation.backend.server, plan: .always(.neverAnswering))
        let begin = ContinuousClock.now
        let outcome = try await installation.run("events", "--server", proxy.url, "--timeout", "0.3")
        #expect(outcome.exitCode == 1 && outcome.errors.contains("timed out"), "\(outcome.errors)")
        #expect(ContinuousClock.now - begin < .seconds(10))
    }
}
