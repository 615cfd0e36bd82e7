import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct CurlLimitsTests {
    private func options(_ change: (inout TransportOptions) -> Void) -> TransportOptions {
        var options = TransportOptions()
        change(&options)
        return options
    }

    @Test func `one call more than may wait is overloaded at once, and the others are served`() async throws {
        let transport = CurlTransport(
            options: options { ($0.maxConnectionsPerHost, $0.maxWaiting) = (1, 2) }
        )
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        let first = Task { try await transport.send(server.request()).status }
        await gate.waitForArrivals()
        let outcomes = await withTaskGroup { group in
            for _ in 0..<5 {
                group.addTask {
                    await failure { () async throws(APIError) in try await transport.send(server.request()) }?.code
                }
            }
            var outcomes: [APIError.Code?] = []
            for await outcome in group {
                outcomes.append(outcome)
                // Three are refused while nothing else can end; then the gate lets the rest go on.
                if outcomes.count == 3 { gate.open() }
            }
            return outcomes
        }
        #expect(outcomes == [.overloaded, .overloaded, .overloaded, nil, nil])
        #expect(try await first.value == 200)
        #expect(server.requestCount == 3)
    }

    @Test func `calls start in the order they came, also over several hosts with one limit for all`() async throws {
        let transport = CurlTransport(options: options { $0.maxConnections = 1 })
        let order = Mutex<[Int]>([])
        let gate = try LoopbackGate()
        let servers = try (0..<2).map { _ in
            try LoopbackServer { request in
                let number = Int(request.target.dropFirst()) ?? -1
                order.withLock { $0.append(number) }
                return number == 0 ? ServerResponse(status: 200).delayed(until: gate) : ServerResponse(status: 200)
            }
        }
        var calls = [Task { try await transport.send(servers[0].request(.get, "/0")).status }]
        await gate.waitForArrivals()
        for number in 1...20 {
            // Each is in the queue before the next: an expired one takes the same way and comes back.
            calls.append(Task { try await transport.send(servers[number % 2].request(.get, "/\(number)")).status })
            _ = await failure { () async throws(APIError) in
                try await transport.send(servers[0].request(within: .milliseconds(20)))
            }
        }
        gate.open()
        for call in calls { #expect(try await call.value == 200) }
        #expect(order.withLock { $0 } == Array(0...20))
    }

    @Test func `an answer that does not begin in time ends the call, one that has begun may take longer`() async throws
    {
        let transport = CurlTransport(options: options { $0.firstByteTimeout = .milliseconds(200) })
        let gate = try LoopbackGate()
        let server = try LoopbackServer { request in
            guard request.target == "/slow" else { return .hang }
            return .stream(length: 4) { writer in
                _ = writer.write("ab")
                _ = writer.wait(for: gate)
                _ = writer.write("cd")
            }
        }
        let slow = Task { try await transport.send(server.request(.get, "/slow")).body }
        await gate.waitForArrivals()
        let error = await failure { () async throws(APIError) in try await transport.send(server.request()) }
        #expect(error?.code == .timedOut)
        #expect(error?.reason == "the first-byte limit of 0.2 seconds ran out while waiting for the answer")
        #expect(error?.mayHaveReachedServer == true)
        gate.open()
        #expect(try await slow.value == Data("abcd".utf8))
    }

    @Test func `a connection that does not come about runs into the connect limit`() async throws {
        // Accepts, and never says a word of TLS.
        let server = try FaultProxy(to: try LoopbackServer { _ in .hang }, plan: .always(.stall(at: .accepted)))
        let transport = CurlTransport(options: options { $0.connectTimeout = .milliseconds(300) })
        let request = WireRequest(
            origin: "https://127.0.0.1:\(server.port)",
            target: "/",
            deadline: .now + .seconds(60)
        )
        let error = await failure { () async throws(APIError) in try await transport.send(request) }
        #expect(error?.code == .timedOut)
        #expect(
            error?.reason?.hasPrefix("the connect limit of 0.3 seconds ran out while connecting to https://") == true
        )
        #expect(error?.mayHaveReachedServer == false)
    }

    @Test func `a peer that falls silent within its answer runs into the idle limit`() async throws {
        let server = try LoopbackServer { _ in
            .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc".utf8), thenClose: false)
        }
        let transport = CurlTransport(options: options { $0.stallTimeout = .seconds(1) })
        let error = await failure { () async throws(APIError) in try await transport.send(server.request()) }
        #expect(error?.reason == "the idle limit of 1.0 seconds ran out while reading the answer")
    }

    @Test func `uploads that wait for their turn hold no descriptor`() async throws {
        let files = try BodyFiles()
        let file = try files.write(.pattern(1_000_000), as: "x")
        let transport = CurlTransport(options: options { $0.maxConnectionsPerHost = 1 })
        let gate = try LoopbackGate()
        let server = try LoopbackServer { request in
            request.method == "GET"
                ? ServerResponse(status: 200).delayed(until: gate) : ServerResponse(status: 200, body: request.body)
        }
        let first = Task { try await transport.send(server.request()).status }
        await gate.waitForArrivals()
        let uploads = (0..<50).map { _ in
            Task { try await transport.send(server.request(.put, body: .file(file))).body.count }
        }
        // Their lengths have been looked at, and each is in the queue, when one that comes after them all has expired.
        for _ in 0..<20 {
            _ = await failure { () async throws(APIError) in
                try await transport.send(server.request(within: .milliseconds(20)))
            }
        }
        // Only those of this file: other suites open and close theirs meanwhile.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file.path()
        }
        #expect(open.isEmpty)
        gate.open()
        #expect(try await first.value == 200)
        for upload in uploads { #expect(try await upload.value == 1_000_000) }
    }
}
