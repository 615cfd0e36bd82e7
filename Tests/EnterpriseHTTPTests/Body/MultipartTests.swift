import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized) struct MultipartTests {
    private func stream(_ chunks: [Data]) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish()
        }
    }

    @Test func `parts are written byte for byte as RFC 7578 says`() async throws {
        let files = try BodyFiles()
        let file = try files.write(Data("a,b\r\n".utf8), as: "Q3 ü.CSV")
        let body = RequestBody.multipart(
            [
                .text(name: "title", "Ü & \r\n \"x\""), .data(name: "raw", Data([0, 0xFF]), contentType: "x/y"),
                .file(name: "report", file), .file(name: "report", file, fileName: "b.x", contentType: "text/x; q=1"),
                MultipartPart(name: "meta", body: .json(["id": 7])), .text(name: "empty", ""),
            ],
            boundary: "b"
        )
        let arrival = try await EchoServer().post(body)
        var expected = Data()
        for (head, content) in [
            (#"name="title""#, Data("Ü & \r\n \"x\"".utf8)), ("name=\"raw\"\r\nContent-Type: x/y", Data([0, 0xFF])),
            ("name=\"report\"; filename=\"Q3 ü.CSV\"\r\nContent-Type: text/csv", Data("a,b\r\n".utf8)),
            ("name=\"report\"; filename=\"b.x\"\r\nContent-Type: text/x; q=1", Data("a,b\r\n".utf8)),
            ("name=\"meta\"\r\nContent-Type: application/json", Data(#"{"id":7}"#.utf8)), (#"name="empty""#, Data()),
        ] {
            expected +=
                Data("--b\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8) + content + Data("\r\n".utf8)
        }
        #expect(arrival.body == expected + Data("--b--\r\n".utf8))
        #expect(arrival.contentType == "multipart/form-data; boundary=b")
        #expect(arrival.length == arrival.body.count)
        #expect(body.isReplayable)
    }

    @Test func `no parts are a body all the same`() async throws {
        #expect(try await EchoServer().post(.multipart([], boundary: "b")).text == "--b--\r\n")
    }

    @Test(arguments: [
        ("say \"hi\"", "say %22hi%22"), ("a\r\nX-Evil: 1", "a%0D%0AX-Evil: 1"), ("a\nb\rc", "a%0Ab%0Dc"),
        ("emoji 🎉 ü", "emoji 🎉 ü"), ("100%.22", "100%.22"), ("a;b=c", "a;b=c"), ("../..", "../.."), ("", ""),
    ])
    func `another parser reads names, types and bytes as they were meant`(name: String, read: String) async throws {
        let content = Data.pattern(70_000) + Data("\r\n--\r\n--b\n\r".utf8)
        let parts: [MultipartPart] = [
            .data(name: name, content, fileName: name, contentType: "application/octet-stream"),
            .text(name: name, name),
            .text(name: "last", ""),
        ]
        let arrival = try await EchoServer().post(.multipart(parts))
        let type = try #require(arrival.contentType)
        let result = try await MultipartParser.parse(arrival.body, contentType: type)
        let disposition = "Content-Disposition"
        #expect(
            result == [
                .init(
                    name: read,
                    fileName: read,
                    contentType: "application/octet-stream",
                    content: content,
                    headers: [disposition, "Content-Type"]
                ), .init(name: read, content: Data(name.utf8), headers: [disposition]),
                .init(name: "last", content: Data(), headers: [disposition]),
            ]
        )
    }

    @Test func `streams are parts too: chunked, unless their lengths are known, and never sent twice`() async throws {
        let echo = try EchoServer()
        for length in [nil, 300_000] {
            let chunks = stream([.pattern(100_000), .pattern(200_000)])
            let body = RequestBody.multipart([
                .text(name: "a", "b"), MultipartPart(name: "s", fileName: "s", body: .stream(chunks, length: length)),
            ])
            #expect(!body.isReplayable)
            let arrival = try await echo.post(body)
            #expect(arrival.coding == (length == nil ? "chunked" : nil))
            #expect((arrival.length != nil) == (length != nil))
            let parts = try await MultipartParser.parse(arrival.body, contentType: try #require(arrival.contentType))
            #expect(parts.map(\.content) == [Data("b".utf8), Data.pattern(100_000) + Data.pattern(200_000)])
        }
    }

    @Test func `a multipart body can be a part, in a boundary of its own`() async throws {
        let inner = RequestBody.multipart([.text(name: "x", "1")], boundary: "i")
        let arrival = try await EchoServer().post(.multipart([MultipartPart(name: "in", body: inner)], boundary: "o"))
        let text = "--i\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n--i--\r\n"
        let head = "Content-Disposition: form-data; name=\"in\"\r\nContent-Type: multipart/form-data; boundary=i"
        #expect(arrival.text == "--o\r\n\(head)\r\n\r\n\(text)\r\n--o--\r\n")
    }

    @Test func `boundaries are random, and not longer than 70 characters`() {
        let types = Set((0..<100).map { _ in RequestBody.multipart([]).contentType })
        #expect(types.count == 100)
        for type in types {
            let boundary = type?.firstRange(of: "boundary=").map { type?[$0.upperBound...] ?? "" } ?? ""
            #expect((30...70).contains(boundary.utf8.count))
        }
    }

    @Test(arguments: ["a:b c", "'()+_,-./:=?", String(repeating: "x", count: 70)])
    func `a boundary of one's own is quoted where it has to be`(boundary: String) async throws {
        let arrival = try await EchoServer().post(.multipart([.text(name: "a", "b")], boundary: boundary))
        let parts = try await MultipartParser.parse(arrival.body, contentType: try #require(arrival.contentType))
        #expect(parts.map(\.content) == [Data("b".utf8)])
    }

    @Test(arguments: ["", " ", "a ", "ü", "a\"b", "a\r\nb", "a;b", String(repeating: "x", count: 71)])
    func `a boundary that RFC 2046 does not allow is refused, and nothing is sent`(boundary: String) async throws {
        let echo = try EchoServer()
        #expect(await echo.failure(posting: .multipart([], boundary: boundary))?.code == .invalidRequest)
        #expect(echo.server.connectionCount == 0)
    }

    @Test(arguments: ["text/x\r\nX-Evil: 1", "text/x\n", "text/x\r", "text/x\0"])
    func `a content type can't smuggle a header`(type: String) async throws {
        let echo = try EchoServer()
        let error = await echo.failure(posting: .multipart([.data(name: "a", Data(), contentType: type)]))
        #expect(error?.code == .invalidRequest)
        #expect(error?.reason == "the body can't be read: a part's content type holds a control character")
        #expect(echo.server.connectionCount == 0)
    }

    @Test func `a part that is missing or can't be encoded fails the call before anything is sent`() async throws {
        let echo = try EchoServer()
        let missing = URL(filePath: "/nowhere/report.pdf")
        let error = await echo.failure(posting: .multipart([.text(name: "a", "b"), .file(name: "f", missing)]))
        #expect(error?.code == .invalidRequest)
        #expect(error?.reason == "the body can't be read: report.pdf: No such file or directory")
        let part = MultipartPart(name: "a", body: .json(Double.nan))
        #expect(await echo.failure(posting: .multipart([part]))?.underlying is EncodingError)
        #expect(echo.server.connectionCount == 0)
    }

    /// A stream part whose production changes the file that follows it: after the length was announced, before it is read.
    @Test(arguments: [
        (5, "it is longer than was said"), (9, "it is longer than was said"), (-5, "it is shorter than was said"),
    ])
    func `a file that changes after its size was announced fails the call, and no whole request arrives`(
        change: Int,
        reason: String
    ) async throws {
        let files = try BodyFiles()
        let file = try files.write(.pattern(600_000), as: "log")
        let chunks = AsyncThrowingStream<Data, any Error> {
            try BodyFiles.resize(file, by: change)
            return nil
        }
        let echo = try EchoServer()
        let first = MultipartPart(name: "first", body: .stream(chunks, length: 0))
        let error = await echo.failure(posting: .multipart([first, .file(name: "log", file)], boundary: "b"))
        #expect(error?.code == .bodyFailed)
        #expect(error?.reason == reason)
        #expect(echo.server.requestCount == 0)
    }

    @Test(arguments: [
        ("a.PDF", "application/pdf"), ("a.tar.gz", "application/gzip"), ("a.jpeg", "image/jpeg"),
        ("noending", "application/octet-stream"), (".json", "application/octet-stream"),
        ("a.", "application/octet-stream"), ("a.strange", "application/octet-stream"),
    ])
    func `a file's media type is guessed from its name`(name: String, type: String) {
        #expect(MultipartPart.file(name: "f", URL(filePath: "/tmp/\(name)")).body.contentType == type)
    }
}
