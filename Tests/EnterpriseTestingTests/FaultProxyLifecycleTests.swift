import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct FaultProxyLifecycleTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
    private static let post = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 200\r\n\r\n"

    private static let quick = Fault.samples.filter { ![.latency, .bandwidth, .trickle].contains($0.kind) }

    /// Four descriptors each. With some 1,360 in all, the suites beside this one that start a `Process` may crash: Foundation
    /// reads beyond the end of a page of `/proc/self/fd` then.
    @Test func `eighty connections pass through at once`() async throws {
        let gate = try LoopbackGate()
        let server = try LoopbackServer { request in
            ServerResponse(status: 200, body: Array(request.target.utf8)).delayed(until: gate)
        }
        let proxy = try FaultProxy(to: server)
        let clients = try (0..<80).map { _ in try RawClient(proxy) }
        for (index, client) in clients.enumerated() {
            try client.send("GET /\(index) HTTP/1.1\r\nHost: h\r\n\r\n")
        }
        await gate.waitForArrivals(80)
        #expect(proxy.openConnections == 80)
        gate.open()
        for (index, client) in clients.enumerated() { #expect(try client.response().text == "/\(index)") }
        proxy.stop()
        #expect(proxy.openConnections == 0)
        #expect(proxy.counts.connections == 80)
        for client in clients { #expect(try client.readToEnd().isEmpty) }
        #expect(try await ProcessState.eventually { server.openConnections == 0 })
    }

    @Test func `stopping leaves no socket, whatever the faults`() throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: [UInt8](repeating: 1, count: 200)) }
        let proxy = try FaultProxy(to: server, plan: FaultPlan(Fault.samples))
        let clients = try Fault.samples.map { _ in try RawClient(proxy) }
        for client in clients { try? client.send(Self.post + String(repeating: "a", count: 200)) }
        let start = ContinuousClock.now
        proxy.stop()
        proxy.stop()
        #expect(ContinuousClock.now - start < .seconds(10))
        #expect(proxy.openConnections == 0)
        #expect(ProcessState.sockets(localPort: proxy.port) == 0)
        #expect(throws: RawClient.Failure.self) { try RawClient(proxy) }
        try proxy.accept()
        #expect(throws: RawClient.Failure.self) { try RawClient(proxy) }
        let next = try LoopbackServer(port: proxy.port) { _ in 204 }
        #expect(try RawClient(next).exchange(Self.get).status == 204)
    }

    /// Far more rounds than descriptors or threads that other tests may use meanwhile.
    @Test func `a thousand proxies leave descriptors and threads as before`() async throws {
        let descriptors = ProcessState.descriptors().count
        let threads = ProcessState.threads()
        let server = try LoopbackServer { _ in 200 }
        for round in 0..<1000 {
            let proxy = try FaultProxy(to: server)
            #expect(try RawClient(proxy).exchange(Self.get).status == 200)
            if round % 2 == 0 { proxy.refuse() }
            if round % 3 == 0 { proxy.stop() }
        }
        #expect(
            try await ProcessState.eventually {
                ProcessState.descriptors().count < descriptors + 1000 && ProcessState.threads() < threads + 500
                    && server.openConnections == 0
            }
        )
    }

    @Test func `a proxy that nobody refers to any more stops, and lets its server go`() throws {
        var proxy: FaultProxy? = try FaultProxy(to: LoopbackServer { _ in 200 })
        let port = try #require(proxy?.port)
        let client = try RawClient(port: port)
        #expect(try client.exchange(Self.get).status == 200)
        proxy = nil
        #expect(try client.readToEnd().isEmpty)
        #expect(ProcessState.sockets(localPort: port) == 0)
    }

    @Test func `connections can be closed while the proxy goes on`() throws {
        let proxy = try FaultProxy(to: LoopbackServer { _ in 200 })
        let client = try RawClient(proxy)
        #expect(try client.exchange(Self.get).status == 200)
        proxy.disconnectAll()
        #expect(try client.readToEnd().isEmpty)
        #expect(try RawClient(proxy).exchange(Self.get).status == 200)
    }

    @Test func `waiting for faults ends when the task is cancelled`() async throws {
        let proxy = try FaultProxy(to: LoopbackServer { _ in 200 })
        let task = Task { await proxy.waitForFaults() }
        task.cancel()
        await task.value
        #expect(proxy.counts.faults.isEmpty)
    }

    @MainActor @Test func `it works while the main actor is blocked`() throws {
        let proxy = try FaultProxy(to: LoopbackServer { _ in 200 }, plan: [.trickle(), .close(at: .beforeResponse)])
        #expect(try RawClient(proxy).exchange(Self.get).status == 200)
        let client = try RawClient(proxy)
        try client.send(Self.get)
        #expect(try client.readToEnd().isEmpty)
        proxy.stop()
    }

    @Test(arguments: [UInt64(11), 12])
    func `random faults do the same in every run`(seed: UInt64) async throws {
        var runs: [[Fault.Kind: Int]] = []
        for _ in 0..<2 {
            let server = try LoopbackServer { _ in ServerResponse(status: 200, body: [UInt8](repeating: 1, count: 200))
            }
            let plan = FaultPlan.random(seed: seed, rate: 0.7, among: Self.quick, exchanges: 1...2)
            let proxy = try FaultProxy(to: server, plan: plan)
            for number in 1...100 {
                let client = try RawClient(proxy)
                // A silent connection ends the try at once, whether or not it has fallen silent yet.
                let isSilent = [.drop, .stall].contains(plan.fault(forConnection: number).kind)
                for _ in 0..<3 {
                    guard (try? client.send(Self.post + String(repeating: "a", count: 200))) != nil else { break }
                    if !isSilent, (try? client.response()) == nil { break }
                }
            }
            #expect(
                try await ProcessState.eventually {
                    proxy.counts.connections == 100 && proxy.openConnections == 0 && server.openConnections == 0
                }
            )
            runs.append(proxy.counts.faults.filter { ![.drop, .stall].contains($0.key) })
        }
        // How often a connection fell silent before the client gave up is a matter of time.
        #expect(runs[0] == runs[1])
        #expect(!runs[0].isEmpty)
    }
}
