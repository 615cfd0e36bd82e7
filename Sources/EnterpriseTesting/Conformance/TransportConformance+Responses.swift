import EnterpriseHTTP
import Foundation

extension TransportConformance {
    /// What of a response is handed on.
    static let responses: [Check] = [
        Check("response-headers", "header fields come as they are, names and values, and are found in any case") {
            run in
            let headers = try await variedHeaders(run)
            try Expect.equal(headers.sorted(), varied.sorted(), "the head")
        },
        Check("response-header-order", "header fields come in their order") { run in
            try Expect.equal(try await variedHeaders(run), varied, "the head")
        },
        Check("repeated-response-headers", "fields of one name stay apart: a cookie's date has a comma") { run in
            let cookies = ["a=1; Expires=Wed, 01 Jan 2031 00:00:00 GMT", "b=2"]
            let server = try run.server { _ in
                ServerResponse(status: 200, headers: ServerHeaders(cookies.map { ("Set-Cookie", $0) }))
            }
            let headers = try Expect.response(await run.transport().result(of: server.call())).headers
            try Expect.equal(headers.values(for: "Set-Cookie"), cookies, "the values of Set-Cookie")
        },
        oddHeader("header-without-space", "a field without a space after the colon is read", "X-A:b", "b"),
        oddHeader("header-with-spaces", "white space around a value is no part of it", "X-A: \t b c \t", "b c"),
        oddHeader("empty-header", "a field without a value is there, and empty", "X-A:", ""),
        oddHeader("folded-header", "a folded field is joined (RFC 9112 section 5.2)", "X-A: b\r\n  c", "b c"),
        oddHeader("utf8-header", "a value in UTF-8 is read as such", "X-A: é😀", "é😀"),
        oddHeader("latin1-header", "a value that is not UTF-8 is read as Latin-1", "X-A: caf\u{FFFD}", "café"),
        oddHeader(
            "long-header",
            "a field of 90 KB is read",
            "X-A: \(String(repeating: "v", count: 90 << 10))",
            String(repeating: "v", count: 90 << 10)
        ),
        Check("interim-responses", "interim responses and their fields are passed over") { run in
            let early = "HTTP/1.1 103 Early Hints\r\nX-A: early\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
            let server = try run.server(sending: "\(early)HTTP/1.1 200 OK\r\nX-B: 1\r\nContent-Length: 2\r\n\r\nok")
            let response = try Expect.response(await run.transport().result(of: server.call()))
            try Expect.equal(response.headers["X-A"], nil, "the interim response's field")
            try Expect.equal(response.headers["X-B"], "1", "the final response's field")
            try Expect.equal(response.text, "ok", "the body")
        },
        Check("head", "HEAD brings the head and no body, and leaves the connection in order") { run in
            let server = try run.server { _ in ServerResponse(status: 200, headers: ["X-A": "b"], body: [1, 2, 3]) }
            let transport = run.transport()
            for _ in 0..<3 {
                let response = try Expect.response(await transport.result(of: server.call(.head)))
                try Expect.equal(response.body, Data(), "the body")
                try Expect.equal(response.headers["Content-Length"], "3", "the length that GET would have")
                try Expect.equal(response.headers["X-A"], "b", "the field")
            }
            try Expect.response(await transport.result(of: server.call()))
        },
        Check(
            "bodiless-statuses",
            "204 and 304 have no body, whatever their head says, and leave the connection in order"
        ) { run in
            let server = try run.server { request in
                switch request.path {
                case "/204": .raw(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8), thenClose: false)
                case "/304":
                    .raw(
                        Array("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\nETag: \"a\"\r\n\r\n".utf8),
                        thenClose: false
                    )
                default: ServerResponse(status: 200, body: [1])
                }
            }
            let transport = run.transport()
            for status in [204, 304, 204] {
                let response = try Expect.response(
                    await transport.result(of: server.call(.get, "/\(status)")),
                    status: status
                )
                try Expect.equal(response.body, Data(), "the body of \(status)")
                let next = try Expect.response(await transport.result(of: server.call()), "the answer after \(status)")
                try Expect.equal(next.body, Data([1]), "the body after \(status)")
            }
        },
        Check("chunked-answers", "a chunked body is put together, with extensions passed over") { run in
            let text =
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\nx\r\n0A\r\n0123456789\r\n0\r\n\r\n"
            let response = try Expect.response(await run.transport().result(of: run.server(sending: text).call()))
            try Expect.equal(response.text, "x0123456789", "the body")
        },
        Check("trailers", "fields that follow a chunked body are no part of the head, and do no harm") { run in
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            let server = try run.server(sending: "\(head)1\r\nx\r\n0\r\nX-Trailer: 1\r\n\r\n", thenClose: false)
            let transport = run.transport()
            for _ in 0..<2 {
                let response = try Expect.response(await transport.result(of: server.call()))
                try Expect.equal(response.text, "x", "the body")
                try Expect.equal(response.headers["X-Trailer"], nil, "the trailer in the head")
            }
        },
        Check("unframed-answers", "a body without a length ends with the connection, in HTTP/1.0 and 1.1") { run in
            let transport = run.transport()
            for version in ["1.0", "1.1"] {
                let server = try run.server(sending: "HTTP/\(version) 200 OK\r\nX-A: b\r\n\r\nto the end")
                let response = try Expect.response(await transport.result(of: server.call()))
                try Expect.equal(response.text, "to the end", "the body of HTTP/\(version)")
            }
        },
        Check("content-coding", "a body's gzip coding is undone") { run in
            let zeros = gzippedZeros
            let server = try run.server { request in
                guard request.headers["Accept-Encoding"]?.contains("gzip") == true else {
                    return ServerResponse(status: 200, body: Array(repeating: 0, count: 100_000))
                }
                return ServerResponse(status: 200, headers: ["Content-Encoding": "gzip"], body: zeros)
            }
            let response = try Expect.response(await run.transport().result(of: server.call()))
            try Expect.bytes(response.body, [UInt8](repeating: 0, count: 100_000), "the body")
        },
        Check("large-bodies", "bodies of eight megabytes arrive whole in both directions") { run in
            let (transport, server) = (run.transport(), try run.server { .init(status: 200, body: $0.body) })
            let bytes = patterned(8 << 20)
            let response = try Expect.response(await transport.result(of: server.call(.post, body: .data(Data(bytes)))))
            try Expect.bytes(response.body, bytes, "the body")
        },
    ]

    private static let varied = ["X-One: 1", "x-lower: b", "X-UPPER: C", "X-Two: 2", #"X-Odd: a, "b;c" =?%"#]

    /// The fields that come of `varied`.
    private static func variedHeaders(_ run: ConformanceRun) async throws -> [String] {
        let server = try run.server { _ in
            let fields = varied.map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
            return ServerResponse(status: 200, headers: ServerHeaders(fields.map { (name: $0[0], value: $0[1]) }))
        }
        let headers = try Expect.response(await run.transport().result(of: server.call())).headers
        try Expect.equal(headers["X-LOWER"], "b", "a field looked up in another case")
        return headers.filter { $0.name.lowercased().hasPrefix("x-") }.map { "\($0.name): \($0.value)" }
    }

    /// gzip of 100,000 zeros.
    static var gzippedZeros: [UInt8] {
        let text =
            "H4sIAAAAAAAC/+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA"
        return Array(Data(base64Encoded: text) ?? Data())
    }

    private static func oddHeader(_ id: Check.ID, _ name: String, _ line: String, _ value: String) -> Check {
        Check(id, name) { run in
            // U+FFFD stands for the Latin-1 byte of é, which is no UTF-8.
            let head = Array("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 2\r\n\r\nok".utf8)
            let bytes = Array(head.split(separator: [0xEF, 0xBF, 0xBD]).joined(separator: [0xE9]))
            let server = try run.server { _ in .raw(bytes) }
            let response = try Expect.response(await run.transport().result(of: server.call()))
            try Expect.equal(response.headers["X-A"], value, "the value")
            try Expect.equal(response.text, "ok", "the body")
        }
    }
}
