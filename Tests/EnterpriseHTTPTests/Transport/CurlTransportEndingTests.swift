import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

/// How exchanges end that nobody waits for any more: cancelled, shut down, repeated by libcurl, dropped.
@Suite(.serialized, .timeLimit(.minutes(2))) struct CurlTransportEndingTests {
    private let transport = CurlTransport()

    @Test func `a task that is cancelled already sends nothing`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let transport = transport
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { () async throws(APIError) in try await transport.send(server.request()) }
        }
        #expect(await task.value?.code == .cancelled)
        #expect(server.connectionCount == 0)
    }

    @Test func `a call in flight is cancelled at once, and its connection goes with it`() async throws {
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        let transport = transport
        let task = Task { await failure { () async throws(APIError) in try await transport.send(server.request()) } }
        await gate.waitForArrivals()
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        gate.open()
        let next = try await transport.send(server.request())
        #expect(next.status == 200)
        #expect(server.connectionCount == 2)
    }

    @Test func `a call that waits for its turn can be cancelled`() async throws {
        var options = TransportOptions()
        options.maxConnectionsPerHost = 1
        let transport = CurlTransport(options: options)
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        async let first = transport.send(server.request())
        await gate.waitForArrivals()
        let waiting = (0..<200).map { _ in
            Task { await failure { () async throws(APIError) in try await transport.send(server.request()) } }
        }
        for task in waiting { task.cancel() }
        for task in waiting { #expect(await task.value?.code == .cancelled) }
        gate.open()
        #expect(try await first.status == 200)
        #expect(server.requestCount == 1)
    }

    @Test func `1,000 calls cancelled 0 to 600 µs after their start each end once`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200, body: Array(repeating: 1, count: 8192)) }
        let transport = transport
        let codes = await withTaskGroup { group in
            for index in 0..<1000 {
                group.addTask {
                    let task = Task {
                        await failure { () async throws(APIError) in try await transport.send(server.request()) }?.code
                    }
                    // Spread over the life of a call, which this test is about; nothing waits for the time to pass.
                    let end = ContinuousClock.now + .microseconds(index * 37 % 600)
                    while ContinuousClock.now < end { await Task.yield() }
                    task.cancel()
                    return await task.value
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        #expect(codes.values.reduce(0, +) == 1000)
        #expect(Set(codes.keys).isSubset(of: [nil, .cancelled]))
        #expect(codes[.cancelled] ?? 0 > 0)
    }

    @Test func `closing ends calls in flight and waiting, and refuses new ones`() async throws {
        var options = TransportOptions()
        options.maxConnectionsPerHost = 1
        let transport = CurlTransport(options: options)
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
        let calls = (0..<20).map { _ in
            Task { await failure { () async throws(APIError) in try await transport.send(server.request()) } }
        }
        await gate.waitForArrivals()
        await transport.close()
        for call in calls { #expect(await call.value?.code == .shutDown) }
        let late = await failure { () async throws(APIError) in try await transport.send(server.request()) }
        #expect(late?.code == .shutDown)
        await transport.close()
    }

    @Test func `closing a transport that was never used does nothing`() async throws {
        let unused = CurlTransport()
        await unused.close()
        await unused.close()
    }

    @Test(arguments: [HTTPMethod.post, .patch], [nil, RequestBody.data(Data("order".utf8))])
    func `a POST whose connection closes after it was sent is not sent again`(
        method: HTTPMethod,
        body: RequestBody?
    ) async throws {
        // A first exchange leaves a connection to be reused; the second is read whole and then closed without an answer,
        // which is where libcurl by itself would send it once more.
        let server = try LoopbackServer { request in
            request.target == "/first" ? ServerResponse(status: 200) : .close
        }
        _ = try await transport.send(server.request(.get, "/first"))
        let error = await failure { () async throws(APIError) in
            try await transport.send(server.request(method, "/second", body: body))
        }
        #expect(error?.code == .connectionLost, "\(error.debugDescription)")
        #expect(server.requestCount == 2)
    }

    /// Where no byte of the body was read, libcurl would see nothing to rewind, and send the head once more.
    @Test(arguments: [HTTPMethod.post, .patch], [Fault.Stage.requestStarted, .afterRequestHead])
    func `a kept connection that dies before the body is sent has the head go out once`(
        method: HTTPMethod,
        stage: Fault.Stage
    ) async throws {
        let heads = Recorder<String>()
        var options = LoopbackServer.Options()
        options.bodyHandling = { head in
            heads.add(head.method)
            return .collect
        }
        let server = try LoopbackServer(options: options) { _ in ServerResponse(status: 200) }
        for round in 1...50 {
            let proxy = try FaultProxy(to: server, plan: [.reset(at: stage).inExchange(2)])
            let transport = CurlTransport()
            let origin = String(proxy.url.dropLast())
            _ = try await transport.send(WireRequest(origin: origin, target: "/"))
            let (chunks, body) = AsyncStream.makeStream(of: Data.self)
            let request = WireRequest(
                method: method,
                origin: origin,
                target: "/",
                body: .stream(chunks),
                deadline: .now + .seconds(10)
            )
            let error = await failure { () async throws(APIError) in try await transport.send(request) }
            body.finish()
            #expect(error?.code == .connectionLost, "round \(round)")
            #expect(error?.mayHaveReachedServer == true)
            await transport.close()
            proxy.stop()
            // On the first connection alone, if at all.
            let expected = stage == .requestStarted ? 0 : round
            let arrivals = { heads.all.count { $0 == method.rawValue } }
            // The server may still be about to read it.
            await eventually { arrivals() >= expected }
            #expect(arrivals() == expected)
        }
    }

    @Test func `an idle connection that the server closed is replaced without an error`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        for _ in 0..<20 {
            #expect(try await transport.send(server.request()).status == 200)
            server.disconnectAll()
        }
        #expect(server.requestCount == 20)
    }
}
