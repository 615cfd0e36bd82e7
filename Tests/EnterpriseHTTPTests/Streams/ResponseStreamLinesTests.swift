import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct ResponseStreamLinesTests {
    private struct Log: Request {
        typealias Response = ResponseStream
        let name: String
        var path: RequestPath { "\(name)" }
    }

    private func lines(of chunks: [[UInt8]], upTo limit: Int = 1 << 20) async throws -> [String] {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, chunks: chunks) }
        var lines: [String] = []
        for try await line in try await server.client().send(Log(name: "x")).lines(upTo: limit) { lines.append(line) }
        return lines
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n\n", ["", ""]), ("\r\n\r\n", ["", ""]),
        ("\r\r", ["", ""]), ("\n\r", ["", ""]), ("a\r\nb\rc\n", ["a", "b", "c"]),
        ("a\u{2028}b\u{B}c", ["a\u{2028}b\u{B}c"]),
        ("\u{301}\ne\u{301}", ["\u{301}", "e\u{301}"]),
    ])
    func `lines end in LF, CRLF or CR and in nothing else`(text: String, lines: [String]) async throws {
        #expect(try await self.lines(of: [Array(text.utf8)]) == lines)
        #expect(try await self.lines(of: text.utf8.map { [$0] }) == lines)
    }

    @Test func `lines are the same wherever they are cut, in a CRLF and in a character too`() async throws {
        let text = "\r\nGrüße 😀\r\r\n€\n\n終\r\nlast"
        let bytes = Array(text.utf8)
        let server = try LoopbackServer { request in
            let cut = Int(request.path.dropFirst()) ?? 0
            return ServerResponse(status: 200, chunks: [Array(bytes[..<cut]), Array(bytes[cut...])])
        }
        let client = try server.client()
        for cut in bytes.indices {
            var lines: [String] = []
            for try await line in try await client.send(Log(name: "\(cut)")).lines { lines.append(line) }
            #expect(lines == ["", "Grüße 😀", "", "€", "", "終", "last"], "cut at \(cut)")
        }
    }

    @Test func `bytes that are no UTF-8 become U+FFFD`() async throws {
        let lines = try await lines(of: [[0x61, 0xFF, 0x0A, 0xE2, 0x82], [0x0A, 0xC3]])
        #expect(lines == ["a\u{FFFD}", "\u{FFFD}", "\u{FFFD}"])
    }

    @Test func `a line of the limit is fine, one byte more is refused`() async throws {
        let line = [UInt8](repeating: 0x61, count: 10)
        #expect(try await lines(of: [line, [0x0A], line], upTo: 10).count == 2)
        for chunks in [[line + [0x61, 0x0A]], [line, [0x61]], [[0x0A], line, [0x61, 0x0A]]] {
            let error = await #expect(throws: APIError.self) { try await lines(of: chunks, upTo: 10) }
            #expect(error?.code == .responseTooLarge)
        }
    }

    @Test func `a stream that breaks off gives its whole lines and then the error`() async throws {
        let server = try LoopbackServer { _ in .truncated(body: Array("one\ntwo\nthr".utf8), promising: 100) }
        var lines: [String] = []
        let stream = try await server.client().send(Log(name: "x"))
        let error = await #expect(throws: APIError.self) { for try await line in stream.lines { lines.append(line) } }
        #expect(error?.code == .connectionLost)
        #expect(lines == ["one", "two"])
    }

    @Test func `a line comes before the rest of the body does, and letting go closes the connection`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
        let server = try LoopbackServer { _ in .raw(Array("\(head)first\rsec".utf8), thenClose: false) }
        let client = try server.client()
        for try await line in try await client.send(Log(name: "x")).lines {
            #expect(line == "first")
            break
        }
        await eventually { server.openConnections == 0 }
    }
}
