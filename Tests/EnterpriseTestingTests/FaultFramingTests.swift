import EnterpriseTesting
import Foundation
import Testing

/// Where the stages are, with every way to frame a message, and however its bytes come.
@Suite(.serialized, .timeLimit(.minutes(2))) struct FaultFramingTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n"

    private static func prefix(
        of answer: ServerResponse,
        to request: String = get,
        _ fault: Fault,
        sendsContinue: Bool = false
    ) throws -> String {
        var options = LoopbackServer.Options()
        options.sendsContinue = sendsContinue
        let proxy = try FaultProxy(to: LoopbackServer(options: options) { _ in answer }, plan: [fault])
        let client = try RawClient(proxy)
        try client.send(request)
        if sendsContinue {
            _ = try client.read("HTTP/1.1 100 Continue\r\n\r\n".utf8.count)
            try client.send("12")
        }
        return String(decoding: try client.readToEnd(), as: UTF8.self)
    }

    @Test func `half of a chunked body is half of its first chunk`() throws {
        let answer = ServerResponse(status: 200, chunks: [Array("abcdef".utf8), [65]])
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try Self.prefix(of: answer, .close(at: .midResponseBody)) == head + "6\r\nabc")
        #expect(
            try Self.prefix(of: answer, .close(at: .betweenRequests)) == head + "6\r\nabcdef\r\n1\r\nA\r\n0\r\n\r\n"
        )
    }

    @Test func `half of a body that ends with the connection is its first byte`() throws {
        let answer = ServerResponse.raw(Array("HTTP/1.1 200 OK\r\n\r\nabcdef".utf8))
        #expect(try Self.prefix(of: answer, .reset(at: .midResponseBody)) == "HTTP/1.1 200 OK\r\n\r\na")
    }

    @Test(arguments: [ServerResponse(status: 204), ServerResponse(status: 304), ServerResponse(status: 200)])
    func `there is no half of an empty body`(answer: ServerResponse) throws {
        let proxy = try FaultProxy(to: LoopbackServer { _ in answer }, plan: [.reset(at: .midResponseBody)])
        let client = try RawClient(proxy)
        for _ in 0..<3 { #expect(try client.exchange(Self.get, isHead: true).status == answer.status) }
        #expect(proxy.counts.faults.isEmpty)
    }

    @Test func `an answer to HEAD has no body, whatever it says`() throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: [1, 2, 3]) }
        let proxy = try FaultProxy(to: server, plan: [.reset(at: .midResponseBody).inExchange(3)])
        let client = try RawClient(proxy)
        let head = "HEAD / HTTP/1.1\r\nHost: h\r\n\r\n"
        try client.send(head + head + Self.get)
        for _ in 0..<2 { #expect(try client.response(toHead: true).body.isEmpty) }
        #expect(try client.readToEnd() == Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n".utf8) + [1])
        #expect(client.wasReset)
    }

    @Test func `an interim response is none`() throws {
        let request = "POST /a HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        let answer = ServerResponse(status: 200)
        #expect(
            try Self.prefix(of: answer, to: request, .close(at: .beforeResponse), sendsContinue: true).isEmpty
        )
    }

    @Test func `the end of a response counts, not what follows it`() throws {
        let server = try LoopbackServer { ServerResponse(status: 200, body: Array($0.path.utf8)) }
        let proxy = try FaultProxy(to: server, plan: [.reset(at: .betweenRequests).inExchange(2)])
        let client = try RawClient(proxy)
        try client.send(String(repeating: Self.get, count: 5))
        for _ in 0..<2 { #expect(try client.response().text == "/a") }
        #expect(try client.readToEnd().isEmpty)
        #expect(client.wasReset)
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `it makes no difference in what pieces bytes come`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let chunks = "4;x=y\r\nwxyz\r\n00A\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n"
        let request = "\r\nPOST /a HTTP/1.1\r\nHost: h\r\ntransfer-encoding:  Chunked\r\n\r\n" + chunks
        let answer = ServerResponse(status: 200, chunks: [Array("abcd".utf8)]).trickled(bytes: Int(seed) * 3)
        let server = try LoopbackServer { request in
            #expect(request.body == Array("wxyz0123456789".utf8))
            return answer
        }
        for stage in [Fault.Stage.midResponseBody, .requestStarted, .betweenRequests] {
            let proxy = try FaultProxy(to: server, plan: [.reset(at: stage).inExchange(2)])
            let client = try RawClient(proxy)
            var rest = Array((request + request).utf8)[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...20, using: &generator))
                // The second request may be cut.
                guard (try? client.send(Array(piece))) != nil else { break }
                rest = rest.dropFirst(piece.count)
            }
            let text = String(decoding: try client.readToEnd(), as: UTF8.self)
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            let whole = head + "4\r\nabcd\r\n0\r\n\r\n"
            switch stage {
            case .midResponseBody: #expect(text == whole + head + "4\r\nab")
            case .requestStarted: #expect(whole.hasPrefix(text), "the first answer may be under way still")
            default: #expect(text == whole + whole)
            }
        }
    }
}
