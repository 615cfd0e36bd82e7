import EnterpriseHTTP

extension TransportConformance {
    /// Ends that the caller asks for.
    static let cancellation: [Check] = [
        Check("cancelled-before", "a task that is cancelled already sends nothing") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            let task = Task {
                cancelCurrentTask()
                return await transport.result(of: server.call())
            }
            try Expect.failure(await task.value, .cancelled, when: "the task was cancelled before")
            try Expect.equal(server.connectionCount, 0, "the connections")
        },
        Check("cancelled-in-flight", "a call that is cancelled while it waits for the answer ends at once") { run in
            let (transport, gate) = (run.transport(), try LoopbackGate())
            let server = try run.server { _ in ServerResponse(status: 200).delayed(until: gate) }
            let task = transport.start(server.call())
            await gate.waitForArrivals()
            task.cancel()
            run.step("the cancelled call")
            try Expect.failure(await task.value, .cancelled, when: "the task is cancelled")
            gate.open()
            try Expect.response(await transport.result(of: server.call()), "the next call")
        },
        Check("cancelling-closes", "the connection of a cancelled call is closed, so that the server need not go on") {
            run in
            let (transport, gate) = (run.transport(), try LoopbackGate())
            let server = try run.server { _ in ServerResponse(status: 200).delayed(until: gate) }
            let task = transport.start(server.call(within: .seconds(60)))
            await gate.waitForArrivals()
            task.cancel()
            try Expect.failure(await task.value, .cancelled, when: "the task is cancelled")
            try await run.wait(for: "its connection is closed") { server.openConnections == 0 }
        },
        Check("cancelled-while-reading", "a call that is cancelled within the answer ends at once") { run in
            let transport = run.transport()
            let server = try run.server(sending: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", thenClose: false)
            let task = transport.start(server.call())
            try await run.wait(for: "the request is there") { server.requestCount == 1 }
            task.cancel()
            run.step("the cancelled call")
            try Expect.failure(await task.value, .cancelled, when: "the task is cancelled")
        },
        Check("cancelled-while-queued", "calls that wait for their turn can be cancelled, and are never sent") { run in
            let (transport, gate) = (run.transport { $0.maxConnectionsPerHost = 1 }, try LoopbackGate())
            let server = try run.server { _ in ServerResponse(status: 200).delayed(until: gate) }
            let first = transport.start(server.call())
            await gate.waitForArrivals()
            let waiting = (0..<50).map { _ in transport.start(server.call()) }
            for task in waiting { task.cancel() }
            run.step("the cancelled calls")
            for task in waiting {
                try Expect.failure(await task.value, .cancelled, when: "a waiting call is cancelled")
            }
            gate.open()
            try Expect.response(await first.value, "the call before them")
            try Expect.equal(server.requestCount, 1, "the requests that arrive")
        },
        Check("cancel-storm", "300 calls cancelled 0 to 600 µs after their start each end once") { run in
            let transport = run.transport()
            let server = try run.server { _ in ServerResponse(status: 200, body: Array(repeating: 1, count: 8192)) }
            run.step("the storm")
            try await withThrowingTaskGroup { group in
                for index in 0..<300 {
                    group.addTask {
                        let task = transport.start(server.call())
                        // Spread over the life of a call, which this is about; nothing waits for the time to pass.
                        let end = ContinuousClock.now + .microseconds(index * 37 % 600)
                        while ContinuousClock.now < end { await Task.yield() }
                        task.cancel()
                        guard case .failure = await task.value else { return }
                        try Expect.failure(await task.value, .cancelled, when: "the task is cancelled")
                    }
                }
                try await group.waitForAll()
            }
            run.step("the call after the storm")
            try Expect.response(await transport.result(of: server.call()), "the call after the storm")
            try Expect.that(server.requestCount > 0, "requests that arrive", got: "none")
        },
    ]

    private static func cancelCurrentTask() { withUnsafeCurrentTask { $0?.cancel() } }
}
