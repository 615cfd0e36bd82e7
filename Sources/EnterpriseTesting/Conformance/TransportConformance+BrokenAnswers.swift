import EnterpriseHTTP

extension TransportConformance {
    private typealias Broken = (id: Check.ID, name: String, answer: String, codes: [APIError.Code])

    /// What is no whole HTTP response is never a success, and no connection is told from a lost one.
    static let brokenAnswers: [Check] =
        ([
            ("no-answer", "a connection that closes without an answer is lost", "", [.connectionLost]),
            (
                "truncated-head", "an answer that ends within its head is lost", "HTTP/1.1 200 OK\r\nX-A",
                [.connectionLost, .invalidResponse]
            ),
            (
                "headers-without-end", "an answer that ends between its fields is lost",
                "HTTP/1.1 200 OK\r\nX-A: b\r\n", [.connectionLost]
            ),
            (
                "truncated-body", "a body that is shorter than its length is lost",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", [.connectionLost]
            ),
            (
                "missing-body", "a body that is missing whole is lost", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
                [.connectionLost]
            ),
            (
                "truncated-chunk", "a chunked body that ends within a chunk is lost",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", [.connectionLost]
            ),
            (
                "missing-last-chunk", "a chunked body without its last chunk is lost",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", [.connectionLost]
            ),
            (
                "truncated-error", "the broken body of an error is lost too",
                "HTTP/1.1 503 No\r\nContent-Length: 10\r\n\r\nabc", [.connectionLost]
            ),
            (
                "broken-chunk", "a chunk without a size is no answer",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", [.connectionLost, .invalidResponse]
            ),
            ("garbage", "what is not HTTP is no answer", "garbage\r\n\r\n", [.invalidResponse]),
            ("other-protocol", "another protocol is no answer", "SSH-2.0-OpenSSH_9.2\r\n", [.invalidResponse]),
            (
                "status-is-no-number", "a status that is no number is no answer", "HTTP/1.1 xyz\r\n\r\n",
                [.invalidResponse]
            ),
            (
                "broken-coding", "a body that is not in its content coding is no answer",
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", [.invalidResponse]
            ),
        ] as [Broken]).map { broken in
            Check(broken.id, broken.name) { run in
                let server = try run.server(sending: broken.answer)
                let transport = run.transport()
                for method in [HTTPMethod.get, .post] {
                    let result = await transport.result(of: server.call(method, within: .seconds(5)))
                    if broken.codes.count > 1 {
                        try Expect.failure(result, .connectionLost, .invalidResponse, when: "\(method) is answered so")
                    } else {
                        try Expect.failure(result, broken.codes[0], when: "\(method) is answered so")
                    }
                }
            }
        } + [
            Check("refused", "a refused connection is no connection") { run in
                let server = try run.server { _ in .close }
                server.refuse()
                try Expect.failure(
                    await run.transport().result(of: server.call()),
                    .connectionFailed,
                    when: "nobody listens"
                )
            },
            Check("unknown-host", "a name that does not resolve is told apart") { run in
                // RFC 6761 section 6.4: no name under "invalid" exists.
                let call = WireRequest(
                    origin: "http://no-such-host.invalid",
                    target: "/",
                    deadline: .now + .seconds(15)
                )
                try Expect.failure(
                    await run.transport().result(of: call),
                    .hostNotFound,
                    when: "the name has no address"
                )
            },
        ]
}
