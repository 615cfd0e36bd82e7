import EnterpriseHTTP
import Foundation

extension TransportConformance {
    private struct Broken: Error {}

    /// Bodies that are produced while they are sent.
    static let streamedRequests: [Check] = [
        Check("upload-of-known-length", "a streamed body of known length arrives byte for byte, with that length") {
            run in
            try await upload(run, sizes: [0, 1, 70_000, 3_000_000], hasLength: true) { request, size in
                try Expect.equal(request["X-Length"], "\(size)", "the length")
            }
        },
        Check("upload-of-unknown-length", "a streamed body of unknown length arrives byte for byte") { run in
            try await upload(run, sizes: [0, 1, 70_000, 3_000_000], hasLength: false) { _, _ in }
        },
        Check("upload-is-chunked", "a streamed body of unknown length is sent chunked, without being gathered") { run in
            try await upload(run, sizes: [1, 70_000], hasLength: false) { request, _ in
                try Expect.equal(request["X-Coding"], "chunked", "the transfer coding")
            }
        },
        Check(
            "upload-that-fails",
            "a streamed body that throws ends the call with its error, and no whole request arrives"
        ) { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            for length in [nil, 10] {
                let stream = AsyncThrowingStream<Data, any Error> { continuation in
                    continuation.yield(Data([1, 2]))
                    continuation.finish(throwing: Broken())
                }
                let call = server.call(.put, body: .stream(stream, length: length))
                let error = try Expect.failure(await transport.result(of: call), .bodyFailed, when: "the body throws")
                try Expect.that(
                    error.underlying is Broken,
                    "the body's own error beneath",
                    got: "\(String(describing: error.underlying))"
                )
            }
            try Expect.equal(server.requestCount, 0, "the requests that arrive whole")
        },
        Check(
            "upload-of-wrong-length",
            "a streamed body longer or shorter than was said fails the call, and none arrives whole"
        ) { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            for count in [9, 11] {
                let call = server.call(.put, body: .stream(chunks(of: patterned(count), size: 6), length: 10))
                try Expect.failure(
                    await transport.result(of: call),
                    .bodyFailed,
                    when: "10 bytes were said, and there are \(count)"
                )
            }
            try Expect.equal(server.requestCount, 0, "the requests that arrive whole")
        },
        Check("upload-of-excess-at-its-end", "bytes that follow the length that was said fail the call too") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            let call = server.call(.put, body: .stream(chunks(of: patterned(15), size: 5), length: 10))
            let result = await transport.result(of: call)
            try Expect.failure(result, .bodyFailed, when: "10 bytes were said, and 5 more follow")
        },
        Check("upload-cancelled", "cancelling a call ends its body too") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            let body = EndlessBody(firstChunk: 1)
            let task = transport.start(server.call(.put, body: .stream(body.chunks)))
            try await run.wait(for: "the body is asked for") { body.isAwaited }
            task.cancel()
            run.step("the cancelled call")
            try Expect.failure(await task.value, .cancelled, when: "the task is cancelled")
            try await run.wait(for: "the cancelled call's body is let go") { !body.isAwaited }
        },
        Check("upload-deadline", "a body that never ends runs into the deadline, and is ended by it") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            let body = EndlessBody(firstChunk: 1)
            let call = server.call(.put, body: .stream(body.chunks, length: 5), within: .milliseconds(150))
            try Expect.failure(await transport.result(of: call), .timedOut, when: "the body never comes")
            try await run.wait(for: "the late call's body is let go") { !body.isAwaited }
        },
        Check("upload-refused", "an answer that comes before the whole body ends the call and the body") { run in
            var options = LoopbackServer.Options()
            options.maxBodyBytes = 1000
            let server = try run.server(options: options) { _ in ServerResponse(status: 200) }
            let body = EndlessBody(firstChunk: 5000)
            switch await run.transport().result(of: server.call(.put, body: .stream(body.chunks), within: .seconds(5)))
            {
            case .success(let response): try Expect.equal(response.status, 413, "the status")
            // The reset that follows may overtake the answer (RFC 9112 section 9.6).
            case let failed: try Expect.failure(failed, .connectionLost, when: "the server refuses the body")
            }
            try await run.wait(for: "the refused body is let go") { !body.isAwaited }
        },
    ]

    private static func upload(
        _ run: ConformanceRun,
        sizes: [Int],
        hasLength: Bool,
        check: (_ request: HTTPHeaders, _ size: Int) throws -> Void
    ) async throws {
        let server = try run.server { request in
            let headers: ServerHeaders = [
                "X-Length": request.headers["Content-Length"] ?? "",
                "X-Coding": request.headers["Transfer-Encoding"] ?? "",
            ]
            return ServerResponse(status: 200, headers: headers, body: request.body)
        }
        let transport = run.transport()
        for size in sizes {
            let bytes = patterned(size)
            let body = RequestBody.stream(chunks(of: bytes, size: 50_001), length: hasLength ? size : nil)
            let response = try Expect.response(
                await transport.result(of: server.call(.put, body: body)),
                "\(size) bytes"
            )
            try Expect.bytes(response.body, bytes, "the body")
            try check(response.headers, size)
        }
    }

    private static func chunks(of bytes: [UInt8], size: Int) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for start in stride(from: 0, to: bytes.count, by: size) {
                continuation.yield(Data(bytes[start..<min(bytes.count, start + size)]))
            }
            continuation.finish()
        }
    }
}
