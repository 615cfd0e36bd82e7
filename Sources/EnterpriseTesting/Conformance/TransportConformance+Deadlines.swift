import EnterpriseHTTP

extension TransportConformance {
    /// Time limits.
    static let deadlines: [Check] = [
        Check("deadline-passed", "a deadline of now or in the past ends the call, and nothing is sent") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            for limit in [Duration.zero, .seconds(-1), .seconds(-1_000_000_000)] {
                try Expect.failure(
                    await transport.result(of: server.call(within: limit)),
                    .timedOut,
                    when: "the limit is \(limit)"
                )
            }
            try Expect.equal(server.connectionCount, 0, "the connections")
        },
        Check("deadline-far", "no deadline, or one in years, is no trouble") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            for limit in [nil, Duration.seconds(100_000), .seconds(10_000_000_000)] {
                try Expect.response(await transport.result(of: server.call(within: limit)))
            }
            try Expect.equal(server.requestCount, 3, "the requests that arrive")
        },
        Check(
            "deadline-while-waiting",
            "a server that never answers runs into the deadline, not before it and not long after"
        ) { run in
            let server = try run.server { _ in .hang }
            try await expectTimeOut(run.transport(), server, after: .milliseconds(150))
            try Expect.that(server.requestCount <= 1, "one request at most", got: "\(server.requestCount)")
        },
        Check("deadline-while-reading", "a body that never ends runs into the deadline") { run in
            let server = try run.server(sending: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", thenClose: false)
            try await expectTimeOut(run.transport(), server, after: .milliseconds(150))
        },
        Check("deadline-while-queued", "a call that waits for its turn runs into the deadline too") { run in
            let (transport, gate) = (run.transport { $0.maxConnectionsPerHost = 1 }, try LoopbackGate())
            let server = try run.server { _ in ServerResponse(status: 200).delayed(until: gate) }
            let first = transport.start(server.call())
            await gate.waitForArrivals()
            try await expectTimeOut(transport, server, after: .milliseconds(100))
            gate.open()
            try Expect.response(await first.value, "the call before it")
        },
        Check("stall", "a peer that falls silent for longer than `stallTimeout` ends the call") { run in
            let transport = run.transport { $0.stallTimeout = .seconds(1) }
            let server = try run.server(sending: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", thenClose: false)
            let call = server.call(within: .seconds(15))
            try Expect.failure(await transport.result(of: call), .timedOut, when: "the peer is silent")
            try Expect.that(
                call.deadline.map { $0 > .now + .seconds(2) } ?? false,
                "an end before the deadline",
                got: "one at it"
            )
        },
    ]

    private static func expectTimeOut(_ transport: any Transport, _ server: LoopbackServer, after limit: Duration)
        async throws
    {
        let start = ContinuousClock.now
        try Expect.failure(await transport.result(of: server.call(within: limit)), .timedOut, when: "nothing comes")
        let elapsed = ContinuousClock.now - start
        try Expect.that(
            elapsed >= limit && elapsed < limit + .seconds(10),
            "an end after \(limit)",
            got: "one after \(elapsed)"
        )
    }
}
