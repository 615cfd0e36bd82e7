import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct CurlStreamTests {
    private struct Feed: Request {
        typealias Response = ResponseStream
        var path: RequestPath { "feed" }
    }

    private struct Put: Request {
        typealias Response = Data
        let content: RequestBody
        var method: HTTPMethod { .put }
        var path: RequestPath { "x" }
        var body: RequestBody? { content }
    }

    private static func bytes(_ count: Int) -> Data {
        Data.pattern(count)
    }

    private func chunks(_ chunks: [Data]) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
    }

    @Test(arguments: [0, 1, 70_000, 3_000_000])
    func `a streamed response brings every byte in order`(count: Int) async throws {
        let content = Self.bytes(count)
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: Array(content)) }
        let stream = try await server.client().send(Feed())
        var received = Data()
        for try await chunk in stream { received += chunk }
        #expect(received == content)
    }

    @Test(arguments: [0, 1, 70_000, 3_000_000], [true, false])
    func `a streamed request sends every byte, with its length or chunked`(count: Int, hasLength: Bool) async throws {
        let content = Self.bytes(count)
        let server = try LoopbackServer { request in
            let length = request.headers["Content-Length"].map { [("X-Length", $0)] } ?? []
            let headers = ServerHeaders(length + [("X-Coding", request.headers["Transfer-Encoding"] ?? "")])
            return ServerResponse(status: 200, headers: headers, body: request.body)
        }
        let pieces = stride(from: 0, to: count, by: 50_001).map { content[$0..<min(count, $0 + 50_001)] }
        let body = RequestBody.stream(chunks(pieces), length: hasLength ? count : nil)
        let response = try await server.client().send(AnyRequest(.put, "x", body: body) { $0 })
        #expect(response.body == content)
        #expect(response.headers["X-Length"] == (hasLength ? "\(count)" : nil))
        #expect(response.headers["X-Coding"] == (hasLength ? "" : "chunked"))
        #expect(!body.isReplayable)
    }

    @Test(arguments: [(10, 9), (10, 11)])
    func `a stream that is longer or shorter than was said fails the call`(said: Int, sent: Int) async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let client = try server.client()
        let body = RequestBody.stream(chunks([Self.bytes(sent)]), length: said)
        let error = await failure { () async throws(APIError) in try await client.send(Put(content: body)) }
        #expect(error?.code == .bodyFailed)
        #expect(server.requestCount == 0)
    }

    @Test func `a stream that throws fails the call with its error`() async throws {
        struct Broken: Error {}
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let client = try server.client()
        let stream = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data([1]))
            continuation.finish(throwing: Broken())
        }
        let error = await failure { () async throws(APIError) in try await client.send(Put(content: .stream(stream))) }
        #expect(error?.code == .bodyFailed)
        #expect(error?.underlying is Broken)
    }

    // That the stream is let go too is a check of `TransportConformance`, over this transport as well.
    @Test func `an answer that comes before the whole body ends the call`() async throws {
        var options = LoopbackServer.Options()
        options.maxBodyBytes = 1000
        let server = try LoopbackServer(options: options) { _ in ServerResponse(status: 200) }
        let client = try server.client()
        let (endless, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(Data.pattern(5000))
        let error = await failure { () async throws(APIError) in try await client.send(Put(content: .stream(endless))) }
        #expect(error?.status == 413 || error?.code == .connectionLost)
    }

    @Test func `an error's body is gathered, so that its reason is known`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 403, body: Array(#"{"reason":"No."}"#.utf8)) }
        let client = try server.client()
        let error = await failure { () async throws(APIError) in try await client.send(Feed()) }
        #expect(error?.code == .forbidden)
        #expect(error?.reason == "No.")
    }

    @Test func `a stream that breaks off ends with an error, not as if it were whole`() async throws {
        let server = try LoopbackServer { _ in .truncated(body: Array(Self.bytes(1000)), promising: 2000) }
        let stream = try await server.client().send(Feed())
        var count = 0
        let error = await #expect(throws: APIError.self) { for try await chunk in stream { count += chunk.count } }
        #expect(error?.code == .connectionLost)
        #expect(count == 1000)
    }

    @Test func `a stream that is let go closes its connection`() async throws {
        let content = Array(Self.bytes(50_000_000))
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: content) }
        let client = try server.client()
        var stream: ResponseStream? = try await client.send(Feed())
        var iterator = stream?.makeAsyncIterator()
        #expect(try await iterator?.next() != nil)
        (stream, iterator) = (nil, nil)
        // The server's send fails once the connection is gone, and its thread ends.
        await eventually { server.openConnections == 0 }
    }

    @Test func `cancelling the reader ends the stream with cancelled`() async throws {
        let server = try LoopbackServer { _ in
            .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8), thenClose: false)
        }
        let client = try server.client()
        let task = Task { () -> APIError? in
            do throws(APIError) {
                for try await _ in try await client.send(Feed()) {}
                return nil
            } catch { return error }
        }
        await eventually { server.requestCount > 0 }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    @Test func `the client's time limit ends with the head, the request's own does not`() async throws {
        struct Limited: Request {
            typealias Response = ResponseStream
            var timeout: Duration?
            var path: RequestPath { "x" }
        }
        // A head and then nothing.
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8)
        let server = try LoopbackServer { _ in .raw(head, thenClose: false) }
        let client = HTTPClient(baseURL: try BaseURL(server.url), timeout: .milliseconds(200))
        let limited = try await client.send(Limited(timeout: .milliseconds(200)))
        let error = await #expect(throws: APIError.self) { for try await _ in limited {} }
        #expect(error?.code == .timedOut)

        let open = try await client.send(Limited())
        let reader = Task { () -> APIError? in
            do throws(APIError) {
                for try await _ in open {}
                return nil
            } catch { return error }
        }
        // Another call's whole limit passes, and the open stream is still there.
        let other = try await client.send(Limited(timeout: .milliseconds(400)))
        _ = await #expect(throws: APIError.self) { for try await _ in other {} }
        reader.cancel()
        #expect(await reader.value?.code == .cancelled)
    }

    @Test func `cancelling ends a reader also while there is more to read`() async throws {
        let content = Array(Data.pattern(5_000_000))
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: content) }
        let client = try server.client()
        let task = Task { () -> Int in
            var count = 0
            do throws(APIError) {
                for try await chunk in try await client.send(Feed()) {
                    count += chunk.count
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            } catch {
                #expect(error.code == .cancelled)
                return count
            }
            return -1
        }
        let count = await task.value
        #expect(count > 0 && count < 1_000_000)
    }

    @Test func `a second reader that waits ends with an error, and the first goes on`() async throws {
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in
            .stream(length: 4) { writer in
                _ = writer.wait(for: gate)
                _ = writer.write("abcd")
            }
        }
        let stream = try await server.client().send(Feed())
        let outcomes = await withTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    var iterator = stream.makeAsyncIterator()
                    do throws(APIError) { return try await iterator.next()?.count ?? 0 } catch {
                        gate.open()
                        return error.code == .invalidRequest ? -1 : -2
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes == [-1, 4])
    }

    @Test func `a stream asks for no content coding`() async throws {
        let server = try LoopbackServer { request in
            ServerResponse(status: 200, body: Array((request.headers["Accept-Encoding"] ?? "none").utf8))
        }
        let text = try await server.client().send(Feed()).collect(upTo: 1000)
        #expect(text == Data("none".utf8))
    }

    @Test func `closing the client ends streams with shutDown`() async throws {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n".utf8)
        let server = try LoopbackServer { _ in .raw(head, thenClose: false) }
        let client = try server.client()
        let stream = try await client.send(Feed())
        await client.close()
        let error = await #expect(throws: APIError.self) { for try await _ in stream {} }
        #expect(error?.code == .shutDown)
    }
}
