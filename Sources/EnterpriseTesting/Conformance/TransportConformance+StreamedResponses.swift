import EnterpriseHTTP
import Foundation

extension TransportConformance {
    private static let halfAnswer = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"

    /// Bodies that are read while they come in.
    static let streamedResponses: [Check] = [
        Check("stream", "a streamed body brings every byte in order, however large") { run in
            let server = try run.server {
                .init(status: 200, headers: ["X-A": "b"], body: patterned(Int($0.path.dropFirst()) ?? 0))
            }
            let transport = run.transport { $0.maxResponseBytes = 100_000 }
            for size in [0, 1, 70_000, 3_000_000] {
                let (bytes, end) = try await transport.stream(server.call(.get, "/\(size)")).readAll()
                if case .failure(let error) = end { throw error }
                try Expect.bytes(bytes, patterned(size), "the body")
            }
        },
        Check("stream-begins-early", "a stream begins with the head, and its first bytes do not wait for the last") {
            run in
            let server = try run.server(sending: halfAnswer, thenClose: false)
            run.step("the head and the first bytes")
            var iterator = try await run.transport().stream(server.call()).makeAsyncIterator()
            try Expect.equal(try await iterator.next(), Data("abc".utf8), "the first bytes")
        },
        Check("stream-of-an-error", "the body of an error is gathered, so that its reason is known") { run in
            let server = try run.server { _ in ServerResponse(status: 403, body: Array("No.".utf8)) }
            var call = server.call()
            call.delivery = .streamed(hasDeadline: true)
            let response = try Expect.response(await run.transport().result(of: call), status: 403)
            try Expect.equal(response.text, "No.", "the body")
            try Expect.that(response.stream == nil, "no stream", got: "one")
        },
        Check("back-pressure", "a slow reader holds the server back, and loses nothing") { run in
            let size = 48 << 20
            let content = [UInt8](repeating: 7, count: size)
            let server = try run.server { _ in
                .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n".utf8) + content, thenClose: true)
            }
            let stream = try await run.transport().stream(server.call(within: .seconds(15)))
            var iterator = stream.makeAsyncIterator()
            var count = try await iterator.next()?.count ?? 0
            // Nothing tells that something does not happen: a server that nobody holds back takes some 50 ms.
            let end = ContinuousClock.now + .milliseconds(500)
            while ContinuousClock.now < end {
                try Expect.that(
                    server.openConnections == 1,
                    "the server to wait for the reader",
                    got: "all \(size) bytes sent"
                )
                try await Task.sleep(for: .milliseconds(10))
            }
            while let chunk = try await iterator.next() { count += chunk.count }
            try Expect.equal(count, size, "the bytes")
        },
        Check("stream-let-go", "a stream that nobody holds any more closes its connection") { run in
            let server = try run.server(sending: halfAnswer, thenClose: false)
            let transport = run.transport()
            try await readFirstChunk(transport, server)
            try await run.wait(for: "the connection of the stream is closed") { server.openConnections == 0 }
        },
        Check("stream-breaks-off", "a stream that breaks off ends with an error, after the bytes that came") { run in
            let transport = run.transport()
            for answer in [halfAnswer, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"] {
                let server = try run.server(sending: answer)
                let (bytes, end) = try await transport.stream(server.call(within: .seconds(5))).readAll()
                try Expect.failure(end, .connectionLost, when: "the body is cut off")
                try Expect.bytes(bytes, Array("abc".utf8), "the bytes")
            }
        },
        Check("stream-cancelled", "cancelling the reader ends the stream with `cancelled`, and its connection") { run in
            let server = try run.server(sending: halfAnswer, thenClose: false)
            let transport = run.transport()
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let reader = Task {
                let stream = try await transport.stream(server.call(within: .seconds(60)))
                do throws(APIError) {
                    for try await _ in stream { begin.finish() }
                    return APIResult<Void>.success(())
                } catch {
                    return .failure(error)
                }
            }
            run.step("the first bytes")
            for await _ in begun {}
            reader.cancel()
            run.step("the cancelled reader")
            try Expect.failure(try await reader.value, .cancelled, when: "the reader is cancelled")
            try await run.wait(for: "the connection of the stream is closed") { server.openConnections == 0 }
        },
        Check("stream-deadline", "the deadline ends a stream that has one") { run in
            let server = try run.server(sending: halfAnswer, thenClose: false)
            let (bytes, end) = try await run.transport().stream(server.call(within: .seconds(1))).readAll()
            try Expect.failure(end, .timedOut, when: "the body never ends")
            try Expect.bytes(bytes, Array("abc".utf8), "the bytes")
        },
        Check("stream-without-deadline", "the deadline of a stream without one ends with the head") { run in
            let server = try run.server(sending: halfAnswer, thenClose: false)
            let transport = run.transport()
            let open = try await transport.stream(server.call(within: .seconds(1)), hasDeadline: false)
            let reader = Task { await open.readAll() }
            // The same limit, begun later, passes.
            let (_, end) = try await transport.stream(server.call(within: .milliseconds(1100))).readAll()
            try Expect.failure(end, .timedOut, when: "the other body never ends")
            reader.cancel()
            let (bytes, cancelled) = await reader.value
            try Expect.failure(cancelled, .cancelled, when: "the reader is cancelled")
            try Expect.bytes(bytes, Array("abc".utf8), "the bytes")
        },
        Check("stream-closed", "close() ends streams with `shutDown`") { run in
            let server = try run.server(sending: halfAnswer, thenClose: false)
            let transport = run.transport()
            let stream = try await transport.stream(server.call())
            run.step("close()")
            await transport.close()
            run.step("the stream")
            try Expect.failure(await stream.readAll().end, .shutDown, when: "the transport is closed")
        },
        Check("stream-outlives-transport", "a stream goes on when nobody else holds its transport") { run in
            let server = try run.server { _ in ServerResponse(status: 200, body: patterned(3_000_000)) }
            let stream = try await run.unheldTransport().stream(server.call())
            let (bytes, end) = await stream.readAll()
            if case .failure(let error) = end { throw error }
            try Expect.bytes(bytes, patterned(3_000_000), "the body")
        },
    ]

    private static func readFirstChunk(_ transport: any Transport, _ server: LoopbackServer) async throws {
        // The deadline must not be what closes the connection.
        var iterator = try await transport.stream(server.call(within: .seconds(60))).makeAsyncIterator()
        try Expect.equal(try await iterator.next(), Data("abc".utf8), "the first bytes")
    }
}
