import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct LoopbackServerFuzzTests {
    /// Grammar and its enemies, to be mixed.
    private static let pieces: [[UInt8]] =
        [
            "GET", "POST", "HEAD", " ", "  ", "/", "/api/purchases", "/api//users/login/", "?a=b", "%", "%zz",
            "HTTP/1.1",
            "HTTP/1.0", "HTTP/2.0", "\r\n", "\r\n\r\n", "\n", "\r", "Host: h\r\n", "Content-Length: 5\r\n",
            "Content-Length: -5\r\n", "Content-Length: 18446744073709551616\r\n", "Transfer-Encoding: chunked\r\n",
            "5\r\nhello\r\n", "0\r\n\r\n", "FFFFFFFFFFFFFFF\r\n", "7FFFFFFFFFFFFFF\r\n", ";x", ": ", ":", "\u{0}",
            "Authorization: Basic \r\n", "Authorization: Basic OjpP\r\n", "Authorization: Bearer\r\n",
            "Content-Type: application/json\r\n", "Expect: 100-continue\r\n", "Connection: close\r\n", "é🎉",
            #"{"poNumber":"1","purchases":[{"productId":"a","quantity":1e999}]}"#, "[[[[[[", "GET / HTTP/1.1\r\n",
            "POST /api/users/login HTTP/1.1\r\n", "GET /api/events HTTP/1.1\r\nHost: h\r\n\r\n",
        ].map { Array($0.utf8) } + [[0xFF, 0xFE], [UInt8](repeating: 0x41, count: 5000)]

    private static func garbage(using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = (0..<Int.random(in: 1...14, using: &generator)).flatMap { _ in
            pieces.randomElement(using: &generator) ?? []
        }
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
        }
        return bytes
    }

    @Test(arguments: [UInt64(1), 2, 3], LoopbackServer.Address.allCases)
    func `garbage neither ends the server nor holds it up`(seed: UInt64, address: LoopbackServer.Address) throws {
        var generator = SeededGenerator(seed: seed)
        let backend = ReferenceBackend()
        var options = LoopbackServer.Options()
        options.maxHeaderBytes = 8192
        options.maxBodyBytes = 8192
        options.brokenRequests = seed % 2 == 0 ? .close : .answer
        let server = try LoopbackServer(address: address, options: options) { backend.handle($0) }
        for _ in 0..<400 {
            let client = try RawClient(server)
            // The server may have closed already, after half of it.
            for part in [Self.garbage(using: &generator), Self.garbage(using: &generator)] { try? client.send(part) }
            client.finishSending()
            let answers = try client.readToEnd()
            #expect(answers.isEmpty || answers.starts(with: "HTTP/1.1 ".utf8))
        }
        let client = try RawClient(server)
        #expect(try client.exchange("GET /api/events HTTP/1.1\r\nHost: h\r\n\r\n").status == 200)
        server.stop()
        #expect(server.openConnections == 0)
    }

    @Test func `the seeded generator repeats itself`() {
        var first = SeededGenerator(seed: 7)
        var second = SeededGenerator(seed: 7)
        var other = SeededGenerator(seed: 8)
        let numbers = (0..<8).map { _ in first.next() }
        #expect(numbers == (0..<8).map { _ in second.next() })
        #expect(numbers != (0..<8).map { _ in other.next() })
        #expect(Set(numbers).count == 8)
    }
}
