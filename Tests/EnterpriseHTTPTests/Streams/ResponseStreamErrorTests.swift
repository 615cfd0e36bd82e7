import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// The errors that come with a body tell which call it was.
@Suite(.serialized) struct ResponseStreamErrorTests {
    private struct Log: Request {
        typealias Response = ResponseStream
        var path: RequestPath { "logs/\(1)" }
    }

    /// A client that tries again, of a server that fails once and then answers.
    private func calls(
        answeredBy answer: ServerResponse,
        _ body: (HTTPClient) async throws -> Void
    ) async throws {
        let requests = Recorder<String>()
        let server = try LoopbackServer { request in
            requests.add(request.path) % 2 == 1 ? ServerResponse(status: 503) : answer
        }
        let policy = RetryPolicy(maxAttempts: 2, firstBackoff: .zero)
        let client = HTTPClient(baseURL: try BaseURL(server.url), retryPolicy: policy, transport: CurlTransport())
        try await body(client)
        await client.close()
    }

    private let broken = ServerResponse.truncated(
        headers: ["X-Request-ID": "r-7", "ETag": "\"1\"", "Content-Type": "text/event-stream"],
        body: Array("data: 12345\n".utf8),
        promising: 100
    )

    private func check(_ error: APIError?, _ code: APIError.Code) {
        #expect(error?.code == code)
        #expect(error?.endpoint == "GET logs/{}")
        #expect(error?.attempts == 2)
        #expect(error?.requestID == "r-7")
        #expect(error?.status == nil)
        #expect(error?.isRetryable == (code == .connectionLost))
    }

    @Test func `a stream that breaks off, read as chunks, lines and events`() async throws {
        try await calls(answeredBy: broken) { client in
            let chunks = try await client.send(Log())
            check(await failure { () async throws(APIError) in for try await _ in chunks {} }, .connectionLost)
            let lines = try await client.send(Log()).lines
            check(await failure { () async throws(APIError) in for try await _ in lines {} }, .connectionLost)
            let events = try await client.send(Log()).serverSentEvents
            check(await failure { () async throws(APIError) in for try await _ in events {} }, .connectionLost)
        }
    }

    @Test func `what is over a limit, as a whole, a line or an event`() async throws {
        try await calls(answeredBy: broken) { client in
            let whole = try await client.send(Log())
            check(await failure { () async throws(APIError) in try await whole.collect(upTo: 5) }, .responseTooLarge)
            let lines = try await client.send(Log()).lines(upTo: 5)
            check(await failure { () async throws(APIError) in for try await _ in lines {} }, .responseTooLarge)
            let events = try await client.send(Log()).serverSentEvents(upTo: 5)
            check(await failure { () async throws(APIError) in for try await _ in events {} }, .responseTooLarge)
        }
    }

    @Test func `a download that breaks off, has the wrong digest or finds no folder`() async throws {
        let files = try BodyFiles()
        let target = files.directory.appending(path: "x")
        try await calls(answeredBy: broken) { client in
            check(
                await failure { () async throws(APIError) in try await client.download(Log(), to: target) },
                .connectionLost
            )
        }
        let whole = ServerResponse(status: 200, headers: ["X-Request-ID": "r-7"], body: [1, 2, 3])
        try await calls(answeredBy: whole) { client in
            let options = DownloadOptions(sha256: "00")
            check(
                await failure { () async throws(APIError) in
                    try await client.download(Log(), to: target, options: options)
                },
                .wrongDigest
            )
            let nowhere = files.directory.appending(path: "none/x")
            let error = await failure { () async throws(APIError) in try await client.download(Log(), to: nowhere) }
            #expect(error?.endpoint == "GET logs/{}")
        }
    }
}
