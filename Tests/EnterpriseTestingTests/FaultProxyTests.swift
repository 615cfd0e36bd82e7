import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct FaultProxyTests {
    private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

    @Test(arguments: LoopbackServer.Address.allCases)
    func `without a fault every byte is passed through`(address: LoopbackServer.Address) async throws {
        let server = try LoopbackServer(address: address) { ServerResponse(status: 200, body: $0.body) }
        let proxy = try FaultProxy(to: server)
        #expect(proxy.url == "http://\(address == .ipv4 ? "127.0.0.1" : "[::1]"):\(proxy.port)/")
        // A period that no buffer's size is a multiple of.
        let body = (0..<500_000).map { UInt8($0 % 251) }
        let client = try RawClient(proxy)
        let head = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.count)\r\n\r\n"
        var sent = 0
        var got = 0
        for _ in 0..<3 {
            try client.send(Array(head.utf8) + body)
            let response = try client.response()
            #expect(response.body == body)
            sent += head.utf8.count + body.count
            got += response.bytes.count
        }
        #expect(
            try await ProcessState.eventually {
                proxy.counts.bytesToServer == sent && proxy.counts.bytesToClient == got
            }
        )
        #expect(proxy.counts.connections == 1)
        #expect(proxy.counts.faults.isEmpty)
        #expect(server.connectionCount == 1)
    }

    @Test func `a client that ends its direction still gets the answer`() throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: [1, 2]) }
        let proxy = try FaultProxy(to: server)
        defer { proxy.stop() }
        let client = try RawClient(proxy)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        client.finishSending()
        #expect(try client.response().body == [1, 2])
        #expect(try client.readToEnd().isEmpty)
        #expect(!client.wasReset)
    }

    @Test(arguments: [(ServerResponse.raw([1, 2, 3]), false), (ServerResponse.raw([1, 2, 3]).thenResetting(), true)])
    func `the server's own end is passed on as it was`(answer: ServerResponse, isReset: Bool) throws {
        let server = try LoopbackServer { _ in answer }
        let proxy = try FaultProxy(to: server)
        defer { proxy.stop() }
        let client = try RawClient(proxy)
        try client.send(Self.get)
        #expect(try client.readToEnd() == [1, 2, 3])
        #expect(client.wasReset == isReset)
    }

    @Test func `a client's reset reaches the server`() async throws {
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        let proxy = try FaultProxy(to: server)
        do {
            let client = try RawClient(proxy)
            try client.send(Self.get)
            await gate.waitForArrivals()
            client.resetOnClose()
        }
        #expect(try await ProcessState.eventually { server.openConnections == 0 && proxy.openConnections == 0 })
    }

    @Test func `a server that is not there resets the client`() throws {
        let server = try LoopbackServer { _ in 200 }
        let proxy = try FaultProxy(to: server)
        server.refuse()
        let client = try RawClient(proxy)
        try? client.send(Self.get)
        #expect(try client.readToEnd().isEmpty)
        #expect(client.wasReset)
        #expect(proxy.counts.unreachable == 1)
    }

    @Test func `a host without address is an error`() throws {
        let error = #expect(throws: LoopbackError.self) { try FaultProxy(host: "127.0.0.1.2.3", port: 1) }
        #expect(error?.operation == "getaddrinfo")
        let server = try LoopbackServer { _ in 204 }
        let proxy = try FaultProxy(host: "127.0.0.1", port: server.port, address: .ipv6)
        #expect(try RawClient(proxy).exchange(Self.get).status == 204)
    }

    @Test func `a plan counts connections from when it was set`() throws {
        let server = try LoopbackServer { _ in 200 }
        let proxy = try FaultProxy(to: server, plan: [.none, .reset(at: .accepted)])
        func succeeds() -> Bool { (try? RawClient(proxy).exchange(Self.get).status) == 200 }
        #expect([succeeds(), succeeds(), succeeds()] == [true, false, true])
        proxy.plan = [.close(at: .accepted)]
        #expect([succeeds(), succeeds()] == [false, true])
        proxy.plan = FaultPlan { $0 == 2 ? .reset(at: .beforeResponse) : .none }
        #expect([succeeds(), succeeds(), succeeds()] == [true, false, true])
        #expect(proxy.plan.fault(forConnection: 2) == .reset(at: .beforeResponse))
        #expect(proxy.counts.connections == 8)
        #expect(proxy.counts.faults == [.reset: 2, .close: 1])
        #expect(proxy.counts[.reset] == 2 && proxy.counts[.drop] == 0)
    }

    @Test func `connecting can be refused for a while, and open connections go on`() throws {
        let server = try LoopbackServer { _ in 200 }
        let proxy = try FaultProxy(to: server)
        let client = try RawClient(proxy)
        #expect(try client.exchange(Self.get).status == 200)
        for _ in 0..<20 {
            proxy.refuse()
            proxy.refuse()
            #expect(throws: RawClient.Failure.self) { try RawClient(proxy) }
            #expect(throws: LoopbackError.self) { try LoopbackServer(port: proxy.port) { _ in 200 } }
            try proxy.accept()
            try proxy.accept()
            #expect(try RawClient(proxy).exchange(Self.get).status == 200)
        }
        #expect(try client.exchange(Self.get).status == 200)
        #expect(throws: LoopbackError.self) { try FaultProxy(host: "::1", port: 1, localPort: proxy.port) }
    }

    @Test func `other protocols pass through, and bytes are counted all the same`() throws {
        // The proxy neither waits for the end of a line nor for that of a head.
        let server = try LoopbackServer(options: Self.closing) { _ in 200 }
        let proxy = try FaultProxy(to: server, plan: [.close(at: .beforeResponse), .reset(at: .bytes(3, .toServer))])
        let client = try RawClient(proxy)
        try client.send([0x16, 3, 1, 0, 1])
        #expect(try client.readToEnd().isEmpty)
        #expect(proxy.counts.faults.isEmpty, "there was no response to come before")
        let other = try RawClient(proxy)
        try other.send([0x16, 3, 1, 0, 1])
        #expect(try other.readToEnd().isEmpty)
        #expect(other.wasReset)
        #expect(proxy.counts.bytesToServer == 5 + 3)
    }

    private static var closing: LoopbackServer.Options {
        var options = LoopbackServer.Options()
        options.brokenRequests = .close
        return options
    }
}
