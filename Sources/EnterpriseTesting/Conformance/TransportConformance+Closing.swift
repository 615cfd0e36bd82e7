import EnterpriseHTTP

extension TransportConformance {
    /// The end of the transport itself.
    static let closing: [Check] = [
        Check("close-ends-calls", "close() ends calls in flight and waiting with `shutDown`") { run in
            let (transport, gate) = (run.transport { $0.maxConnectionsPerHost = 2 }, try LoopbackGate())
            let server = try run.server { _ in ServerResponse(status: 200).delayed(until: gate) }
            let calls = (0..<10).map { _ in transport.start(server.call()) }
            run.step("the arrival of two calls at the same time")
            await gate.waitForArrivals(2)
            run.step("close()")
            await transport.close()
            run.step("the calls in flight")
            for call in calls { try Expect.failure(await call.value, .shutDown, when: "close() was called") }
        },
        Check("close-refuses-calls", "a call after close() is refused with `shutDown`, and nothing is sent") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            try Expect.response(await transport.result(of: server.call()))
            await transport.close()
            try Expect.failure(await transport.result(of: server.call()), .shutDown, when: "the transport is closed")
            try Expect.equal(server.requestCount, 1, "the requests that arrive")
        },
        Check("close-again", "close() may be called again, at once and unused") { run in
            let unused = run.transport()
            await unused.close()
            await unused.close()
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            try Expect.response(await transport.result(of: server.call()))
            await withTaskGroup { group in
                for _ in 0..<10 { group.addTask { await transport.close() } }
            }
            try Expect.failure(await transport.result(of: server.call()), .shutDown, when: "the transport is closed")
        },
        Check("close-lets-go", "after close() no connection is left") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            for _ in 0..<3 { try Expect.response(await transport.result(of: server.call())) }
            try Expect.equal(server.requestCount, 3, "the requests that arrive")
            await transport.close()
            try await run.wait(for: "the server sees the connections closed") { server.openConnections == 0 }
        },
        Check("dropping", "a transport that nobody holds any more still ends its call") { run in
            let gate = try LoopbackGate()
            let server = try run.server { _ in ServerResponse(status: 200, body: [1]).delayed(until: gate) }
            let task = run.unheldTransport().start(server.call())
            await gate.waitForArrivals()
            gate.open()
            run.step("the call")
            try Expect.bytes(try Expect.response(await task.value).body, [1], "the body")
        },
        Check("dropping-lets-go", "a transport that nobody holds any more leaves no connection") { run in
            let server = try run.server { _ in ServerResponse(status: 200) }
            for _ in 0..<10 { try Expect.response(await run.unheldTransport().result(of: server.call())) }
            try Expect.equal(server.requestCount, 10, "the requests that arrive")
            try await run.wait(for: "the server sees the connections closed") { server.openConnections == 0 }
        },
    ]
}
