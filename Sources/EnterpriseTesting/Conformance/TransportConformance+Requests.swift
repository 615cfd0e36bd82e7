import EnterpriseHTTP
import Foundation

extension TransportConformance {
    /// What of a request arrives.
    static let requests: [Check] = [
        Check("methods", "every method arrives as it is, also one of no standard") { run in
            let (transport, server) = (run.transport(), try run.server(handler: echoingMethod))
            for method in [HTTPMethod.get, .post, .put, .patch, .delete, .options, "PURGE", "M-SEARCH"] {
                let response = try Expect.response(await transport.result(of: server.call(method)), "\(method)")
                try Expect.equal(response.text, method.rawValue, "the method")
            }
        },
        Check("targets", "path and query arrive byte for byte") { run in
            let (transport, server) = (
                run.transport(), try run.server { .init(status: 200, body: Array($0.target.utf8)) }
            )
            let targets = [
                "/", "/a%2Fb/%20/c;d=1,2", "/x?y=%2F+&z=&=w&%F0%9F%98%80", "/?", "//two/slashes/", "/a/%2E%2E/b",
                "/~!$&'()*+,;=:@-._", "/\(String(repeating: "long/", count: 1000))",
            ]
            for target in targets {
                let response = try Expect.response(await transport.result(of: server.call(.get, target)), target)
                try Expect.equal(response.text, target, "the target")
            }
        },
        Check("request-bodies", "a body arrives byte for byte, also one that is empty") { run in
            let (transport, server) = (run.transport(), try run.server { .init(status: 200, body: $0.body) })
            for bytes: [UInt8] in [[], [0], Array("a\0b\r\n\r\n".utf8), patterned(256), patterned(70_001)] {
                for method in [HTTPMethod.post, .put, .patch, .delete] {
                    let call = server.call(method, body: .data(Data(bytes)))
                    let response = try Expect.response(await transport.result(of: call), "\(method)")
                    try Expect.bytes(response.body, bytes, "\(method)'s body")
                }
            }
        },
        Check("get-bodies", "GET may have a body too") { run in
            let (transport, server) = (run.transport(), try run.server { .init(status: 200, body: $0.body) })
            let response = try Expect.response(await transport.result(of: server.call(body: .text("query"))))
            try Expect.equal(response.text, "query", "the body")
        },
        Check("body-framing", "a body has its length, and POST, PUT and PATCH say theirs when it is zero") { run in
            let (transport, server) = (
                run.transport(), try run.server(handler: echoing(["Content-Length", "Transfer-Encoding"]))
            )
            for method in [HTTPMethod.post, .put, .patch] {
                for (body, length) in [(nil, "0"), (RequestBody.data(Data()), "0"), (.text("12345"), "5")] {
                    let response = try Expect.response(await transport.result(of: server.call(method, body: body)))
                    try Expect.equal(response.text, "Content-Length: \(length)", "\(method)'s framing")
                }
            }
            let response = try Expect.response(await transport.result(of: server.call()))
            try Expect.equal(response.text, "", "the framing of a GET")
        },
        Check(
            "nothing-invented",
            "no Content-Type, Cookie, Expect, Origin or Referer is sent that the caller did not set"
        ) { run in
            let names = ["Content-Type", "Cookie", "Expect", "Origin", "Referer", "Authorization"]
            let (transport, server) = (run.transport(), try run.server(handler: echoing(names)))
            for method in [HTTPMethod.get, .post, .put, .delete] {
                for body in [nil, RequestBody.data(Data(repeating: 1, count: 2_000_000))]
                where method != .get || body == nil {
                    let response = try Expect.response(await transport.result(of: server.call(method, body: body)))
                    try Expect.equal(response.text, "", "what \(method) adds")
                }
            }
            try Expect.equal(server.requestCount, 7, "the requests that arrive")
        },
        Check("request-headers", "header fields arrive with their values as they are") { run in
            try await expectHeaders(
                [
                    "X-First": "1", "X-Odd": #"a, "b;c" =?%&'<>"#, "X-Text": "é😀", "X-Empty": "", "Accept": "a/b;q=0.1",
                    "Content-Type": "application/x-own; a=b", "X-Long": String(repeating: "v", count: 16_000),
                    "Authorization": "Bearer a.b-c_d~e+f/g==",
                ],
                run
            )
        },
        Check("request-header-case", "the names of header fields arrive as they are written") { run in
            try await expectHeaders(["x-lower": "b", "X-UPPER": "C", "X-miXed": "d"], run)
        },
        Check("request-header-order", "fields of one name arrive all, in their order") { run in
            var headers: HTTPHeaders = ["X-A": "1", "X-B": "2"]
            headers.add(name: "X-A", value: "3")
            headers.add(name: "x-a", value: "4")
            let server = try run.server { request in
                ServerResponse(
                    status: 200,
                    body: Array(request.headers.values(for: "X-A").joined(separator: ", ").utf8)
                )
            }
            let response = try Expect.response(await run.transport().result(of: server.call(headers: headers)))
            // One line with commas means the same (RFC 9110 section 5.3).
            try Expect.equal(response.text.replacing(" ", with: ""), "1,3,4", "the values of X-A")
        },
        Check("no-cookies", "a cookie is not kept: the next request does not send it") { run in
            let server = try run.server { request in
                ServerResponse(
                    status: 200,
                    headers: ["Set-Cookie": "a=b; Path=/"],
                    body: Array((request.headers["Cookie"] ?? "").utf8)
                )
            }
            let transport = run.transport()
            for _ in 0..<2 {
                let response = try Expect.response(await transport.result(of: server.call()))
                try Expect.equal(response.text, "", "the cookies sent")
            }
            try Expect.equal(server.requestCount, 2, "the requests that arrive")
        },
        Check("no-cache", "an answer is not kept: the next request reaches the server, whatever may be cached") { run in
            let server = try run.server { _ in
                ServerResponse(status: 200, headers: ["Cache-Control": "max-age=3600", "ETag": "\"1\""], body: [1])
            }
            let transport = run.transport()
            for count in 1...3 {
                try Expect.response(await transport.result(of: server.call()))
                try Expect.equal(server.requestCount, count, "the requests that arrive")
            }
        },
        Check("ipv6", "an IPv6 address is a host like another") { run in
            let server = try run.server(.ipv6) { .init(status: 200, body: Array(($0.headers["Host"] ?? "").utf8)) }
            let response = try Expect.response(await run.transport().result(of: server.call()))
            try Expect.equal(response.text, "[::1]:\(server.port)", "the Host field")
        },
    ]

    private static func expectHeaders(_ headers: HTTPHeaders, _ run: ConformanceRun) async throws {
        let server = try run.server(handler: echoing(headers.map(\.name)))
        let call = server.call(.post, headers: headers, body: .text("x"))
        let response = try Expect.response(await run.transport().result(of: call))
        let sent = headers.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
        try Expect.bytes(response.body, Array(sent.utf8), "the header")
    }

    private static let echoingMethod: @Sendable (ServerRequest) -> ServerResponse = { request in
        ServerResponse(status: 200, body: Array(request.method.utf8))
    }

    /// Answers with the fields of these names, if there are any, in the order of the names.
    private static func echoing(_ names: [String]) -> @Sendable (ServerRequest) -> ServerResponse {
        { request in
            let lines = names.flatMap { name in
                request.headers.fields.filter { $0.name == name }.map { "\($0.name): \($0.value)" }
            }
            return ServerResponse(status: 200, body: Array(lines.joined(separator: "\n").utf8))
        }
    }
}
