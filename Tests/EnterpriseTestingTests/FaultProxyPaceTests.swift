import EnterpriseTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct FaultProxyPaceTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    private static func time(_ fault: Fault, upload: Int = 0, download: Int = 0) throws -> Duration {
        let answer = ServerResponse(status: 200, body: [UInt8](repeating: 1, count: download))
        let proxy = try FaultProxy(to: LoopbackServer { _ in answer }, plan: [fault])
        let client = try RawClient(proxy)
        let start = ContinuousClock.now
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(upload)\r\n\r\n")
        try client.send([UInt8](repeating: 2, count: upload))
        #expect(try client.response().body.count == download)
        #expect(proxy.counts.faults == fault.kind.map { [$0: 1] } ?? [:])
        return ContinuousClock.now - start
    }

    @Test func `latency is in each direction, or in one`() throws {
        #expect(try Self.time(.latency(.milliseconds(60))) >= .milliseconds(120))
        for direction in Fault.Direction.allCases {
            #expect(try Self.time(.latency(.milliseconds(60), direction)) >= .milliseconds(60))
        }
    }

    @Test func `latency lets much be under way at a time`() throws {
        // One piece at a time would take 4 MB / 64 KB · 100 ms = 6 s.
        #expect(try Self.time(.latency(.milliseconds(100)), download: 4_000_000) < .seconds(5))
    }

    @Test(arguments: [(Fault.Direction.toServer, 50_000, 0), (.toClient, 0, 50_000)])
    func `bandwidth is bounded`(direction: Fault.Direction, upload: Int, download: Int) throws {
        let time = try Self.time(.bandwidth(400_000, direction), upload: upload, download: download)
        // An eighth of a second, of which the first twentieth of a second's bytes come at once.
        #expect(time >= .milliseconds(70))
        #expect(try Self.time(.bandwidth(400_000, direction), upload: download, download: upload) < time)
    }

    @Test func `bytes trickle one by one`() throws {
        // 38 bytes of head, and the body.
        #expect(try Self.time(.trickle(every: .milliseconds(2)), download: 50) >= .milliseconds(2) * 86)
        #expect(try Self.time(.trickle(.toServer), upload: 50) >= .milliseconds(90))
    }

    @Test func `a stop does not wait for what is slow`() throws {
        let hour = Duration.seconds(3600)
        for fault in [Fault.latency(hour), .trickle(every: hour), .trickle(every: hour, .toServer), .bandwidth(1)] {
            let server = try LoopbackServer { _ in 200 }
            let proxy = try FaultProxy(to: server, plan: [fault])
            let clients = try (0..<3).map { _ in try RawClient(proxy) }
            for client in clients { try client.send(Self.get) }
            clients[0].finishSending()
            let start = ContinuousClock.now
            proxy.stop()
            #expect(ContinuousClock.now - start < .seconds(5))
            #expect(proxy.openConnections == 0)
        }
    }
}
