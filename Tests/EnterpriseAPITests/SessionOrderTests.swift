import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@testable import EnterpriseAPI

/// What happens to a session does so in the order in which it was asked for, however the network answers.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SessionOrderTests {
    /// Answers logins when told to, and takes no notice of cancellation.
    private final class StubbornTransport: Transport {
        private let open = AsyncStream<Void>.makeStream()
        let gate: Bool
        init(gated: Bool) { gate = gated }

        func release() { open.continuation.finish() }

        func send(_ request: WireRequest) async throws(APIError) -> WireResponse {
            let user =
                request.headers["Authorization"].flatMap { Data(base64Encoded: String($0.dropFirst(6))) } ?? Data()
            let name = String(decoding: user, as: UTF8.self).prefix { $0 != ":" }
            let stream = open.stream
            if gate, name == "first" { await Task { for await _ in stream {} }.value }
            return WireResponse(status: 200, body: Data(#"{"token":"t","userID":"\#(name)"}"#.utf8))
        }

        func close() async {}
    }

    private func api(_ transport: StubbornTransport, _ delegate: (any APIDelegate)? = nil) throws -> API {
        API(configuration: try .testing("http://127.0.0.1:1/"), delegate: delegate, transport: transport)
    }

    @Test func `a login before a logout never signs in after it`() async throws {
        for _ in 0..<50 {
            let delegate = RecordingDelegate()
            let api = try api(StubbornTransport(gated: false), delegate)
            api.login(username: "a", password: "b")
            api.logout()
            _ = try await delegate.next(.loggedOut)
            #expect(api.token == nil)
            #expect(delegate.callbacks.count == 2)
        }
    }

    @Test func `of two logins at once the later one stays, and the earlier one says why it did not`() async throws {
        let transport = StubbornTransport(gated: true)
        let delegate = RecordingDelegate()
        let api = try api(transport, delegate)
        api.login(username: "first", password: "b")
        api.login(username: "second", password: "b")
        guard case .loginSucceeded("second") = try await delegate.next() else { throw Unexpected() }
        transport.release()
        #expect(try await delegate.next(.loginFailed).error?.reason == "a later login took its place")
        #expect(api.token?.userID == "second")
    }

    @Test func `a call between a logout and its callback is reported too, and then the delegate is let go`()
        async throws
    {
        let transport = StubbornTransport(gated: true)
        let delegate = RecordingDelegate()
        let api = try api(transport, delegate)
        // In flight until the transport lets it go, which holds `loggedOut` back.
        api.login(username: "first", password: "b")
        api.logout()
        api.login(username: "next", password: "b")
        _ = try await delegate.next(.loginSucceeded)
        transport.release()
        #expect(try await delegate.next(.loginFailed).error?.code == .cancelled)
        _ = try await delegate.next(.loggedOut)
        await api.close()
        #expect(api.delegate == nil)
    }

    @Test func `a delegate that is assigned during a logout stays`() async throws {
        let first = RecordingDelegate()
        let second = RecordingDelegate()
        let api = try api(StubbornTransport(gated: false), first)
        api.logout()
        api.delegate = second
        _ = try await first.next(.loggedOut)
        await api.close()
        #expect(api.delegate === second)
    }

    @Test func `closing after a logout waits for loggedOut`() async throws {
        for _ in 0..<200 {
            let delegate = RecordingDelegate()
            let api = try api(StubbornTransport(gated: false), delegate)
            api.logout()
            await api.close()
            #expect(delegate.callbacks.map(\.kind) == [.loggedOut])
        }
    }

    @Test func `callbacks come in the order in which calls complete`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = API(configuration: try .testing(backend.url), delegate: delegate)
        let gate = try LoopbackGate()
        backend.backend.override(
            .events,
            with: ServerResponse(status: 200, body: Array("[]".utf8)).delayed(until: gate)
        )
        api.getEvents()
        await gate.waitForArrivals()
        api.login(username: backend.credentials.username, password: backend.credentials.password)
        _ = try await delegate.next(.loginSucceeded)
        api.getProducts()
        _ = try await delegate.next(.productsLoaded)
        gate.open()
        _ = try await delegate.next(.eventsLoaded)
        #expect(delegate.callbacks.map(\.kind) == [.loginSucceeded, .productsLoaded, .eventsLoaded])
    }

    @Test func `an API that is let go leaves no session behind`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        var api: API? = API(configuration: try .testing(backend.url), delegate: delegate)
        weak let session = api?.session
        api?.getEvents()
        api = nil
        _ = try await delegate.next(.eventsLoaded)
        await eventually { session == nil }
    }

    @Test @MainActor func `callbacks come while the main thread is blocked`() throws {
        final class Waker: APIDelegate {
            let semaphore = DispatchSemaphore(value: 0)
            func eventsLoaded(events: [Event]) { semaphore.signal() }
        }
        let backend = try ReferenceBackend.start()
        let waker = Waker()
        let api = API(configuration: try .testing(backend.url), delegate: waker)
        api.getEvents()
        #expect(waker.semaphore.wait(timeout: .now() + 20) == .success)
    }

    private struct Unexpected: Error {}
}
