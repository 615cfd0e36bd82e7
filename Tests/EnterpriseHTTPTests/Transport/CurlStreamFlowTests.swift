import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

/// How a streamed response is cut, and how much of it is held.
@Suite(.serialized) struct CurlStreamFlowTests {
    private struct Feed: Request {
        typealias Response = ResponseStream
        var path: RequestPath { "feed" }
    }

    @Test func `a large body comes in pieces of what a read of the socket brings, not of libcurl's 16 KB`() async throws
    {
        let size = 16 << 20
        let content = Array(Data.pattern(size))
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: content) }
        var (count, received) = (0, Data())
        for try await chunk in try await server.client().send(Feed()) {
            count += 1
            #expect(chunk.count <= 256 << 10)
            received += chunk
        }
        #expect(received == Data(content))
        #expect(count < size / (16 << 10) / 2, "\(count) chunks")
    }

    @Test func `a small piece comes at once, though more is to follow`() async throws {
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in
            .stream { writer in _ = writer.write("first") && writer.wait(for: gate) && writer.write("second") }
        }
        var chunks = try await server.client().send(Feed()).makeAsyncIterator()
        #expect(try await chunks.next() == Data("first".utf8))
        gate.open()
        #expect(try await chunks.next() == Data("second".utf8))
        #expect(try await chunks.next() == nil)
    }

    /// Closing the client ends the stream behind what has been taken from the socket and not read.
    @Test func `a reader that does not read has at most 512 KB held for it`() async throws {
        let size = 64 << 20
        let written = Atomic(0)
        let piece = Array(Data.pattern(64 << 10))
        let server = try LoopbackServer { _ in
            .stream(length: size) { writer in
                while writer.bytesWritten < size, writer.write(piece) {
                    written.store(writer.bytesWritten, ordering: .relaxed)
                }
            }
        }
        let client = try server.client()
        let stream = try await client.send(Feed())
        // The server is stuck when it has written nothing for a while: there is no event for that.
        var (before, unchanged) = (-1, 0)
        while unchanged < 10 {
            try await Task.sleep(for: .milliseconds(20))
            let now = written.load(ordering: .relaxed)
            unchanged = now == before ? unchanged + 1 : 0
            before = now
        }
        await client.close()
        var held = 0
        let error = await #expect(throws: APIError.self) { for try await chunk in stream { held += chunk.count } }
        #expect(error?.code == .shutDown)
        #expect(before < size)
        #expect(held > 0 && held <= 512 << 10, "\(held) bytes")
    }
}
