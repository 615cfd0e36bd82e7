import EnterpriseHTTP

extension TransportConformance {
    /// How connections are used.
    static let connections: [Check] = [
        Check("keep-alive", "exchanges that follow each other share one connection, whatever they are") { run in
            let (transport, server) = (run.transport(), try run.server { .init(status: 200, body: $0.body) })
            for index in 0..<20 {
                let (method, body) = index % 3 == 0 ? (HTTPMethod.put, RequestBody.text("\(index)")) : (.get, nil)
                try Expect.response(await transport.result(of: server.call(method, body: body)))
            }
            try Expect.equal(server.connectionCount, 1, "the connections")
        },
        Check("connection-close", "a connection that the answer closes is not used again") { run in
            let server = try run.server { _ in
                .raw(
                    Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8),
                    thenClose: false
                )
            }
            let transport = run.transport()
            for count in 1...3 {
                try Expect.response(await transport.result(of: server.call(.post, body: .text("x"))))
                try Expect.equal(server.connectionCount, count, "the connections")
            }
        },
        Check("idle-closed", "a connection that the server closed while it was idle is replaced without an error") {
            run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            for _ in 0..<20 {
                try Expect.response(await transport.result(of: server.call()))
                server.disconnectAll()
            }
            try Expect.equal(server.requestCount, 20, "the requests that arrive")
        },
        Check("idle-closed-post", "a POST after the server closed an idle connection is sent on another, once") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            for _ in 0..<5 {
                try Expect.response(await transport.result(of: server.call(.post, body: .text("order"))))
                server.disconnectAll()
                try await run.wait(for: "the connection is closed") { server.openConnections == 0 }
            }
            try Expect.equal(server.requestCount, 5, "the requests that arrive")
        },
        notRepeated("post-is-not-repeated", .post, "with a body", .text("order")),
        notRepeated("empty-post-is-not-repeated", .post, "without a body", nil),
        notRepeated("patch-is-not-repeated", .patch, "with a body", .text("order")),
        Check(
            "lost-post-on-new-connection",
            "a POST whose new connection closes after it arrived is lost, and arrives once"
        ) { run in
            let server = try run.server { _ in .close }
            let call = server.call(.post, body: .text("order"), within: .seconds(5))
            try Expect.failure(await run.transport().result(of: call), .connectionLost, when: "it is not answered")
            try Expect.equal(server.requestCount, 1, "the requests that arrive")
        },
        Check("concurrent", "50 calls at the same time get each its own answer") { run in
            let server = try run.server { .init(status: 200, body: Array($0.target.utf8) + $0.body) }
            let results = await results(of: 50, on: run.transport()) { index in
                server.call(.post, "/\(index)", body: .text(String(repeating: "\(index),", count: 1000)))
            }
            for (index, result) in results.enumerated() {
                let expected = "/\(index)" + String(repeating: "\(index),", count: 1000)
                try Expect.equal(try Expect.response(result).text, expected, "the answer to call \(index)")
            }
        },
        Check("waiting-holds-up-nobody", "a call whose server is slow holds up no other") { run in
            let (transport, gate) = (run.transport(), try LoopbackGate())
            let slow = try run.server { _ in ServerResponse(status: 200).delayed(until: gate) }
            let quick = try run.server { _ in ServerResponse(status: 200) }
            let waiting = (0..<5).map { _ in transport.start(slow.call(within: .seconds(15))) }
            run.step("the arrival of five calls at the same time")
            await gate.waitForArrivals(5)
            try Expect.response(
                await transport.result(of: quick.call(within: .seconds(5))),
                "the quick server's answer"
            )
            gate.open()
            for task in waiting { try Expect.response(await task.value, "the slow server's answer") }
        },
    ]

    /// A first exchange leaves a connection to be used again; the second is read whole and then closed without an answer,
    /// which is where some libraries send it once more by themselves.
    private static func notRepeated(_ id: Check.ID, _ method: HTTPMethod, _ words: String, _ body: RequestBody?)
        -> Check
    {
        Check(id, "a \(method) \(words) whose used connection closes after it arrived is lost, and arrives once") {
            run in
            let server = try run.server { $0.path == "/first" ? ServerResponse(status: 200) : .close }
            let transport = run.transport()
            try Expect.response(await transport.result(of: server.call(.get, "/first")))
            let result = await transport.result(of: server.call(method, "/second", body: body, within: .seconds(5)))
            try Expect.equal(server.requestCount, 2, "the requests that arrive")
            try Expect.failure(result, .connectionLost, when: "it is not answered")
        }
    }
}
