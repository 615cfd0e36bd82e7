import EnterpriseHTTP
import Foundation

extension TransportConformance {
    /// What `TransportOptions` bounds.
    static let limits: [Check] = [
        Check(
            "response-limit",
            "a body of `maxResponseBytes` is read, one byte more is too large, with a length and without"
        ) { run in
            let transport = run.transport { $0.maxResponseBytes = 100_000 }
            let server = try run.server { request in
                let bytes = patterned(request.query == "over" ? 100_001 : 100_000)
                return request.path == "/chunked"
                    ? ServerResponse(status: 200, chunks: [bytes]) : ServerResponse(status: 200, body: bytes)
            }
            for path in ["/", "/chunked"] {
                let response = try Expect.response(await transport.result(of: server.call(.get, path)))
                try Expect.equal(response.body.count, 100_000, "the bytes")
                let result = await transport.result(of: server.call(.get, "\(path)?over"))
                try Expect.failure(result, .responseTooLarge, when: "the body is a byte over the limit")
            }
        },
        Check("response-limit-stops", "a body over the limit ends the call at once, not when all of it is there") {
            run in
            let transport = run.transport { $0.maxResponseBytes = 1000 }
            let text = "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n" + String(repeating: "x", count: 2000)
            let server = try run.server(sending: text, thenClose: false)
            try Expect.failure(
                await transport.result(of: server.call()),
                .responseTooLarge,
                when: "the limit is passed"
            )
        },
        Check("response-limit-decoded", "the limit counts the bytes after the content coding is undone") { run in
            let transport = run.transport { $0.maxResponseBytes = 50_000 }
            let zeros = gzippedZeros
            let server = try run.server { _ in
                ServerResponse(status: 200, headers: ["Content-Encoding": "gzip"], body: zeros)
            }
            try Expect.failure(
                await transport.result(of: server.call()),
                .responseTooLarge,
                when: "\(zeros.count) bytes become 100,000"
            )
        },
        Check("head-limit", "a head over `maxHeaderBytes` is too large") { run in
            let transport = run.transport { $0.maxHeaderBytes = 10_000 }
            let server = try run.server { request in
                let fields = (0..<(request.path == "/over" ? 200 : 50)).map {
                    (name: "X-\($0)", value: String(repeating: "v", count: 100))
                }
                return ServerResponse(status: 200, headers: ServerHeaders(fields))
            }
            try Expect.response(await transport.result(of: server.call()))
            try Expect.failure(
                await transport.result(of: server.call(.get, "/over")),
                .responseTooLarge,
                when: "the head has 20 KB"
            )
        },
        Check("connection-limit", "one host sees no more than `maxConnectionsPerHost` exchanges at a time") { run in
            let transport = run.transport { $0.maxConnectionsPerHost = 3 }
            let server = try run.server { _ in ServerResponse(status: 200) }
            for result in await results(of: 100, on: transport, { _ in server.call() }) { try Expect.response(result) }
            try Expect.equal(server.requestCount, 100, "the requests that arrive")
            try Expect.that(server.connectionCount <= 3, "at most 3 connections", got: "\(server.connectionCount)")
        },
    ]

    /// What must not go out.
    static let refusals: [Check] = [
        Check(
            "injection",
            "a method, target or header field that would break the message is refused, and nothing is sent"
        ) { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            let calls: [(HTTPMethod, String, HTTPHeaders)] = [
                ("GET / HTTP/1.1\r\nX: y", "/", [:]), ("", "/", [:]), ("GE T", "/", [:]), ("GET", "/", ["X\r\nY": "1"]),
                ("GET", "/", ["X": "a\r\nInjected: 1"]), ("GET", "/", ["X": "a\nb"]), ("GET", "/", ["X": "a\rb"]),
                ("GET", "/", ["X": "a\0b"]), ("GET", "/", ["": "1"]), ("GET", "/", ["a b": "1"]),
                ("GET", "/", ["a:b": "1"]),
                ("GET", "/a b", [:]), ("GET", "/\r\nX: y", [:]), ("GET", "/a\0b", [:]), ("GET", "no-slash", [:]),
                ("GET", "", [:]),
                ("GET", "@other.invalid/", [:]), ("GET", ".other.invalid/", [:]),
            ]
            for (method, target, headers) in calls {
                let what =
                    "\(String(reflecting: method.rawValue)) \(String(reflecting: target)) \(headers.map { String(reflecting: $0.name) }) is sent"
                let result = await transport.result(
                    of: server.call(method, target, headers: headers, within: .seconds(2))
                )
                let error = try Expect.failure(result, .invalidRequest, when: what)
                try Expect.that(
                    !error.description.contains("Injected"),
                    "no value in the error's description",
                    got: "one"
                )
            }
            try Expect.equal(server.connectionCount, 0, "the connections")
        },
        Check("framing-fields", "fields that frame the message are the transport's alone to set") { run in
            let (transport, server) = (run.transport(), try run.server { _ in ServerResponse(status: 200) })
            let fields = [
                "Content-Length": "5", "transfer-encoding": "chunked", "Connection": "close", "Expect": "100-continue",
                "TE": "trailers",
                "Trailer": "X", "Upgrade": "h2c", "Keep-Alive": "timeout=5",
            ]
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
                var headers = HTTPHeaders()
                headers.add(name: name, value: value)
                let result = await transport.result(of: server.call(headers: headers))
                try Expect.failure(result, .invalidRequest, when: "\(name) is set")
            }
            try Expect.equal(server.connectionCount, 0, "the connections")
        },
    ]

    /// The outcomes of calls that run at the same time, in order.
    static func results(
        of count: Int,
        on transport: any Transport,
        _ call: @escaping @Sendable (Int) -> WireRequest
    ) async -> [APIResult<WireResponse>] {
        let tasks = (0..<count).map { transport.start(call($0)) }
        var results: [APIResult<WireResponse>] = []
        for task in tasks { results.append(await task.value) }
        return results
    }
}
