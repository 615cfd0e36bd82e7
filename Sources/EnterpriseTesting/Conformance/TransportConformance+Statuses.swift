import EnterpriseHTTP

extension TransportConformance {
    /// Every status is a response: what it means is not the transport's to say.
    static let statuses: [Check] =
        [
            Check("any-status", "a status of any kind is a response with its body") { run in
                let server = try run.server { request in
                    let status = Int(request.path.dropFirst()) ?? 500
                    return ServerResponse(status: status, body: Array("body of \(status)".utf8))
                }
                let transport = run.transport()
                for status in [
                    200, 201, 202, 203, 206, 299, 300, 400, 402, 403, 404, 408, 409, 410, 413, 418, 429, 451, 500, 501,
                    502, 503, 504, 599,
                ] {
                    let call = server.call(.get, "/\(status)")
                    let response = try Expect.response(await transport.result(of: call), status: status)
                    try Expect.equal(response.text, "body of \(status)", "the body")
                }
                try Expect.equal(server.requestCount, 24, "the requests that arrive")
            },
            Check(
                "redirects-are-not-followed",
                "a redirect is a response with its body and Location, and is not followed"
            ) { run in
                let server = try run.server { request in
                    ServerResponse(
                        status: Int(request.path.dropFirst()) ?? 200,
                        headers: ["Location": "/200"],
                        body: [1]
                    )
                }
                let transport = run.transport()
                for (count, status) in [301, 302, 303, 307, 308].enumerated() {
                    for (method, body) in [(HTTPMethod.get, nil), (.post, RequestBody.text("x"))] {
                        let call = server.call(method, "/\(status)", body: body)
                        let response = try Expect.response(
                            await transport.result(of: call),
                            status: status,
                            "\(method)"
                        )
                        try Expect.equal(response.headers["Location"], "/200", "the Location of \(status)")
                        try Expect.bytes(response.body, [1], "the body of \(status)")
                    }
                    try Expect.equal(server.requestCount, 2 * (count + 1), "the requests that arrive")
                }
            },
            Check("redirects-carry-no-credentials", "Authorization and Cookie never go where a redirect points") {
                run in
                let other = try run.server { _ in ServerResponse(status: 200) }
                let url = other.url
                let server = try run.server { _ in ServerResponse(status: 302, headers: ["location": url]) }
                let headers: HTTPHeaders = ["Authorization": "Bearer secret", "Cookie": "a=b"]
                try Expect.response(await run.transport().result(of: server.call(headers: headers)), status: 302)
                try Expect.equal(other.connectionCount, 0, "the connections to where it points")
            },
        ]
        + [
            ("basic", "Basic", [#"Basic realm="x""#]),
            ("basic-charset", "Basic with a charset", [#"basic realm="x", charset="UTF-8""#]),
            ("digest", "Digest", [#"Digest realm="x", nonce="n", qop="auth", algorithm=SHA-256"#]),
            ("bearer", "Bearer", [#"Bearer realm="x", error="invalid_token""#]),
            ("negotiate", "Negotiate", ["Negotiate"]),
            ("unknown", "an unknown scheme", ["Own a=b"]), ("nonsense", "nonsense", [#",,=" =;"#]),
            ("empty", "nothing", [""]),
            ("several", "several in one field", [#"Bearer realm="a", Basic realm="b", Digest realm="c", nonce="n""#]),
            ("several-fields", "several fields", [#"Digest realm="c", nonce="n""#, #"Basic realm="b""#, "Bearer"]),
            ("none", "no challenge", []),
        ].map { challenge(.init(rawValue: "challenge-\($0.0)"), $0.1, $0.2) }

    /// A 401 belongs to whoever signs in: the transport has no credentials and must not look for any.
    private static func challenge(_ id: Check.ID, _ kind: String, _ values: [String]) -> Check {
        Check(id, "401 with \(kind) as its challenge is a response like another") { run in
            let server = try run.server { request in
                let fields = values.map { (name: "WWW-Authenticate", value: $0) }
                return ServerResponse(status: 401, headers: ServerHeaders(fields), body: Array("who?".utf8))
            }
            let transport = run.transport()
            for (count, headers) in [[:], ["Authorization": "Bearer old"]].enumerated()
                as EnumeratedSequence<[HTTPHeaders]>
            {
                let call = server.call(.post, headers: headers, body: .text("x"), within: .seconds(5))
                let response = try Expect.response(await transport.result(of: call), status: 401)
                try Expect.equal(response.text, "who?", "the body")
                try Expect.equal(
                    response.headers.values(for: "WWW-Authenticate").joined(separator: ", "),
                    values.joined(separator: ", "),
                    "the challenge"
                )
                try Expect.equal(server.requestCount, count + 1, "the requests that arrive")
            }
        }
    }
}
