import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct ServerSentEventsTests {
    private struct Feed: Request {
        typealias Response = ResponseStream
        let name: String
        var path: RequestPath { "\(name)" }
    }

    private func events(of chunks: [[UInt8]], upTo limit: Int = 1 << 20) async throws -> [ServerSentEvent] {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, chunks: chunks) }
        var events: [ServerSentEvent] = []
        let stream = try await server.client().send(Feed(name: "x"))
        for try await event in stream.serverSentEvents(upTo: limit) { events.append(event) }
        return events
    }

    /// The examples of section 9.2.6 of the standard, and each of its rules.
    @Test(
        arguments: [
            ("data: YHOO\ndata: +2\ndata: 10\n\n", [ServerSentEvent(data: "YHOO\n+2\n10")]),
            (
                ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n",
                [ServerSentEvent(data: "first event", id: "1"), ServerSentEvent(data: "second event")]
            ),
            ("data\n\ndata\ndata\n\ndata:", [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")]),
            ("data:test\n\ndata: test\n\n", [ServerSentEvent(data: "test"), ServerSentEvent(data: "test")]),
            (
                "event: add\ndata: a:b: c\n\ndata:d\n\n",
                [ServerSentEvent(event: "add", data: "a:b: c"), ServerSentEvent(data: "d")]
            ),
            ("event: lost\n\ndata: x\n\n", [ServerSentEvent(data: "x")]),
            ("event: a\nevent: b\nevent:\ndata: x\n\n", [ServerSentEvent(data: "x")]),
            (
                "id: 7\n\ndata: x\n\nid: 8\u{0}\ndata: y\n\n",
                [ServerSentEvent(data: "x", id: "7"), ServerSentEvent(data: "y", id: "7")]
            ),
            (
                "retry: 250\ndata: x\n\nretry: 2s\nretry:\nretry:-1\nretry: +1\ndata: y\n\n",
                [
                    ServerSentEvent(data: "x", retry: .milliseconds(250)), ServerSentEvent(data: "y"),
                ]
            ),
            ("retry: 99999999999999999999999\ndata: x\n\n", [ServerSentEvent(data: "x")]),
            (
                "Data: a\n data: b\ndata : c\nunknown: d\nunknown\n:\n:data: e\ndata:\u{FEFF}f\n\n",
                [ServerSentEvent(data: "\u{FEFF}f")]
            ),
            ("\u{FEFF}data: x\n\n\u{FEFF}data: y\n\n", [ServerSentEvent(data: "x")]),
            ("\u{FEFF}\u{FEFF}data: x\n\n", []), ("\n\n\n", []), ("", []), ("data: cut off\n", []),
        ] as [(String, [ServerSentEvent])]
    )
    func `an event stream is read as the standard says, whatever ends its lines`(
        text: String,
        events: [ServerSentEvent]
    )
        async throws
    {
        for end in ["\n", "\r\n", "\r"] {
            let bytes = Array(text.replacing("\n", with: end).utf8)
            #expect(try await self.events(of: [bytes]) == events)
            #expect(try await self.events(of: bytes.map { [$0] }) == events)
        }
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `events are the same wherever they are cut, in a character and in the BOM too`(end: String) async throws {
        let text = "\u{FEFF}event: grüßen\ndata: 😀 €\ndata: 2\nid: ü\n\n:x\n\ndata: end\n\n".replacing("\n", with: end)
        let bytes = Array(text.utf8)
        let server = try LoopbackServer { request in
            let cut = Int(request.path.dropFirst()) ?? 0
            return ServerResponse(status: 200, chunks: [Array(bytes[..<cut]), Array(bytes[cut...])])
        }
        let client = try server.client()
        for cut in bytes.indices {
            var events: [ServerSentEvent] = []
            for try await event in try await client.send(Feed(name: "\(cut)")).serverSentEvents { events.append(event) }
            let expected = [
                ServerSentEvent(event: "grüßen", data: "😀 €\n2", id: "ü"), ServerSentEvent(data: "end", id: "ü"),
            ]
            #expect(events == expected, "cut at \(cut)")
        }
    }

    @Test(arguments: [
        "data: 12345\ndata: 12345\ndata\n\n", "data: 123456789012\n\n", ": a comment without an end", "id: 1234567890",
    ])
    func `an event over the limit is refused, also one that never ends`(text: String) async throws {
        #expect(try await events(of: [Array("data: 12345\ndata: 12345\n\n".utf8)], upTo: 11).count == 1)
        let error = await #expect(throws: APIError.self) { try await events(of: [Array(text.utf8)], upTo: 11) }
        #expect(error?.code == .responseTooLarge)
    }

    @Test func `an event comes as soon as its blank line does, and letting go closes the connection`() async throws {
        for end in ["\n", "\r\n", "\r"] {
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
            let text = "data: x\(end)\(end)"
            let server = try LoopbackServer { _ in .raw(Array("\(head)\(text)".utf8), thenClose: false) }
            let client = try server.client()
            for try await event in try await client.send(Feed(name: "x")).serverSentEvents {
                #expect(event.data == "x")
                break
            }
            await eventually { server.openConnections == 0 }
        }
    }
}
