import EnterpriseTesting
import Foundation
import Testing

/// What both sides have got when a fault happens, at each stage and for each kind.
@Suite(.serialized, .timeLimit(.minutes(2))) struct FaultStageTests {
    private static let head = "POST /a HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\n"
    private static let request = head + "0123456789"
    private static let responseHead = "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n"
    private static let response = Array((responseHead + "abcdefghijklmnopqrst").utf8)

    /// How much of the response the client has, how much of the request the server, and whether that is a request.
    private static let table: [(stage: Fault.Stage, got: Int, sent: Int, requests: Int)] = [
        (.accepted, 0, 0, 0), (.requestStarted, 0, 0, 0), (.afterRequestHead, 0, head.utf8.count, 0),
        (.midRequestBody, 0, head.utf8.count + 5, 0), (.beforeResponse, 0, request.utf8.count, 1),
        (.midResponseHead, responseHead.utf8.count / 2, request.utf8.count, 1),
        (.midResponseBody, responseHead.utf8.count + 10, request.utf8.count, 1),
        (.betweenRequests, response.count, request.utf8.count, 1), (.bytes(7, .toServer), 0, 7, 0),
        (.bytes(7, .toClient), 7, request.utf8.count, 1), (.bytes(0, .toClient), 0, 0, 0),
    ]

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { _ in ServerResponse(status: 200, body: Array("abcdefghijklmnopqrst".utf8)) }
    }

    @Test func `the table has every stage`() {
        #expect(Fault.Stage.all.allSatisfy { stage in Self.table.contains { $0.stage == stage } })
    }

    @Test(arguments: table.map(\.stage), [Fault.Kind.close, .reset, .garbage, .halfClose])
    func `the client gets so much and then the end`(stage: Fault.Stage, kind: Fault.Kind) async throws {
        let (_, got, sent, requests) = try #require(Self.table.first { $0.stage == stage })
        let server = try Self.server()
        let fault = try #require(
            [Fault.close(at: stage), .reset(at: stage), .garbage(at: stage), .halfClose(at: stage)]
                .first { $0.kind == kind }
        )
        let proxy = try FaultProxy(to: server, plan: [fault])
        let client = try RawClient(proxy)
        try? client.send(Self.request)
        let expected = Self.response.prefix(got) + (kind == .garbage ? Fault.someGarbage : [])
        #expect(try client.readToEnd() == Array(expected))
        #expect(client.wasReset == (kind == .reset))
        #expect(proxy.counts.faults == [kind: 1])
        #expect(proxy.counts.bytesToClient == got)
        if kind == .halfClose {
            // The other direction goes on.
            #expect(try await ProcessState.eventually { server.requestCount == 1 })
        } else {
            #expect(proxy.counts.bytesToServer == sent)
            #expect(try await ProcessState.eventually { server.openConnections == 0 })
            #expect(server.requestCount == requests)
        }
    }

    @Test(arguments: table.map(\.stage), [Fault.Kind.drop, .stall])
    func `the client gets so much and then nothing`(stage: Fault.Stage, kind: Fault.Kind) async throws {
        let (_, got, sent, requests) = try #require(Self.table.first { $0.stage == stage })
        let server = try Self.server()
        let proxy = try FaultProxy(to: server, plan: [kind == .drop ? .drop(at: stage) : .stall(at: stage)])
        do {
            let client = try RawClient(proxy)
            try client.send(Self.request)
            await proxy.waitForFaults()
            #expect(try client.read(got) == Array(Self.response.prefix(got)))
            #expect(client.isSilent)
            #expect(proxy.counts.faults == [kind: 1])
            #expect(proxy.counts.bytesToServer == sent)
            #expect(proxy.openConnections == 1)
            // The server may do what it wants.
            server.disconnectAll()
            try client.send(Self.request)
            #expect(client.isSilent)
        }
        #expect(try await ProcessState.eventually { proxy.openConnections == 0 })
        #expect(server.requestCount == requests)
    }

    @Test(arguments: [Fault.Stage.afterRequestHead, .midRequestBody, .bytes(7, .toServer)])
    func `the server sees the end of a request that is cut`(stage: Fault.Stage) async throws {
        let server = try Self.server()
        let proxy = try FaultProxy(to: server, plan: [.halfClose(.toServer, at: stage)])
        let client = try RawClient(proxy)
        try client.send(Self.request)
        #expect(try client.readToEnd().isEmpty, "the server closes, and that is passed on")
        #expect(server.requestCount == 0)
    }

    @Test func `a half-close towards the server lets the answer through`() throws {
        let server = try Self.server()
        let proxy = try FaultProxy(to: server, plan: [.halfClose(.toServer, at: .beforeResponse)])
        let client = try RawClient(proxy)
        try client.send(Self.request)
        #expect(try client.readToEnd() == Self.response)
        #expect(proxy.counts[.halfClose] == 1)
    }

    @Test(arguments: [1, 2, 3, 5])
    func `a fault can wait for a later exchange`(number: Int) throws {
        let server = try Self.server()
        for stage in Fault.Stage.all.dropFirst() {
            let proxy = try FaultProxy(to: server, plan: [.reset(at: stage).inExchange(number)])
            let client = try RawClient(proxy)
            let before = server.requestCount
            for _ in 1..<number { #expect(try client.exchange(Self.request).body.count == 20) }
            let (_, got, _, requests) = try #require(Self.table.first { $0.stage == stage })
            try client.send(Self.request)
            #expect(try client.readToEnd() == Array(Self.response.prefix(got)), "\(stage)")
            #expect(client.wasReset)
            #expect(server.requestCount == before + number - 1 + requests)
        }
    }

    @Test func `a stale connection is silent from its second request on`() async throws {
        let server = try Self.server()
        let proxy = try FaultProxy(to: server, plan: [.staleKeepAlive])
        let client = try RawClient(proxy)
        #expect(try client.exchange(Self.request).status == 200)
        await proxy.waitForFaults()
        try client.send(Self.request)
        #expect(client.isSilent)
        #expect(try RawClient(proxy).exchange(Self.request).status == 200)
        #expect(server.requestCount == 2)
    }

    @Test func `a server that is never heard of has got the request`() async throws {
        let server = try Self.server()
        let proxy = try FaultProxy(to: server, plan: .always(.neverAnswering))
        let client = try RawClient(proxy)
        try client.send(Self.request)
        await proxy.waitForFaults()
        #expect(client.isSilent)
        #expect(server.requestCount == 1)
    }
}
