import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .needs(.openssl, .nginx)) struct HTTP2Tests {
    private func fields(_ response: WireResponse, _ name: String) -> String? {
        response.text.split(separator: "\n").first { $0.lowercased().hasPrefix("\(name): ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }

    @Test func `a hundred calls at once use one connection`() async throws {
        let backend = try LoopbackServer { .arrival($0) }
        let server = try await TLSServer.nginx(before: backend.port)
        let transport = CurlTransport(options: server.options())
        let responses = try await withThrowingTaskGroup { group in
            for _ in 0..<100 { group.addTask { try await transport.send(server.request()) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(responses.count == 100)
        #expect(Set(responses.map { fields($0, "x-protocol") }) == ["HTTP/2.0"])
        #expect(Set(responses.map { fields($0, "x-connection") }).count == 1)
    }

    @Test(arguments: [
        (HTTPVersion?.none, true, "HTTP/2.0"), (.v2, true, "HTTP/2.0"), (.v1_1, true, "HTTP/1.1"),
        (nil, false, "HTTP/1.1"), (.v2, false, "HTTP/1.1"),
    ])
    func `the version is the newest of both sides, unless it is pinned`(
        version: HTTPVersion?,
        isOffered: Bool,
        expected: String
    ) async throws {
        let backend = try LoopbackServer { .arrival($0) }
        let server = try await TLSServer.nginx(before: backend.port, http2: isOffered)
        let transport = CurlTransport(options: server.options { $0.httpVersion = version })
        #expect(fields(try await transport.send(server.request()), "x-protocol") == expected)
    }

    /// nginx says GOAWAY after so many requests of a connection.
    @Test func `when a connection goes away, reads go on on another, and nothing else is sent twice`() async throws {
        let arrived = Recorder<String>()
        let backend = try LoopbackServer { request in
            arrived.add(request.target)
            return 200
        }
        let server = try await TLSServer.nginx(before: backend.port, "keepalive_requests 5;")
        let client = HTTPClient(
            baseURL: try BaseURL("https://good.test"),
            transport: CurlTransport(options: server.options())
        )
        for round in 0..<3 {
            await withTaskGroup { group in
                for number in 0..<20 {
                    group.addTask {
                        let isRead = number.isMultiple(of: 2)
                        let request = AnyRequest<WireResponse>(
                            isRead ? .get : .post,
                            "\(isRead ? "read" : "write")/\(round)/\(number)",
                            body: isRead ? nil : .text("1")
                        )
                        let failed = await failure { () async throws(APIError) in try await client.send(request) }
                        #expect(failed == nil || (!isRead && failed?.code == .connectionLost))
                    }
                }
            }
        }
        let writes = arrived.all.filter { $0.hasPrefix("/write") }
        #expect(Set(arrived.all).count >= 30 && writes.count == Set(writes).count)
    }

    /// nginx resets the stream when its own server breaks off.
    @Test(arguments: [HTTPMethod.get, .post])
    func `a stream that is reset is a lost connection, and only what may be is sent again`(
        method: HTTPMethod
    ) async throws {
        let script = ResponseScript(.truncated(body: [1], promising: 10), 200)
        let backend = try LoopbackServer { script.answer($0) }
        let server = try await TLSServer.nginx(before: backend.port, "proxy_buffering off;")
        let client = HTTPClient(
            baseURL: try BaseURL("https://good.test"),
            transport: CurlTransport(options: server.options())
        )
        let request = AnyRequest<WireResponse>(method, "x", body: method == .get ? nil : .text("1"))
        let failed = await failure { () async throws(APIError) in try await client.send(request) }
        #expect(failed?.code == (method == .get ? nil : .connectionLost))
        #expect(backend.requestCount == (method == .get ? 2 : 1))
    }
}
