import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseAPI

/// What becomes of calls when the API that they were made on is closed, or let go.
@Suite(.serialized, .timeLimit(.minutes(1))) struct APIEndingTests {
    private static func use() throws -> (descriptors: Int, threads: Int) {
        func count(_ name: String) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(name)").count
        }
        return (try count("fd"), try count("task"))
    }

    private func emptyList(after gate: LoopbackGate) -> ServerResponse {
        ServerResponse(status: 200, body: Array("[]".utf8)).delayed(until: gate)
    }

    @Test func `closing ends calls that wait for an answer, a free connection or another attempt`() async throws {
        let backend = try ReferenceBackend.start()
        let (delegate, clock) = (RecordingDelegate(), TestClock())
        var options = TransportOptions()
        options.maxConnectionsPerHost = 2
        let api = API(
            configuration: try .testing(backend.url),
            delegate: delegate,
            clock: CallClock(clock),
            options: options
        )
        backend.backend.override(.products, with: 503)
        api.getProducts()
        await clock.waitForSleepers()
        backend.backend.override(.events, with: .hang)
        for _ in 0..<5 { api.getEvents() }
        await eventually { backend.backend.calls(to: .events) == 2 }
        await api.close()
        let expected = [Callback.Kind.productsFailed] + Array(repeating: .eventsFailed, count: 5)
        #expect(Set(delegate.callbacks.map(\.kind)) == Set(expected))
        #expect(delegate.callbacks.count == expected.count)
        #expect(delegate.callbacks.allSatisfy { $0.error?.code == .shutDown })
        #expect(clock.sleepers == 0)
        // Closing again delivers all there is: of the calls before nothing is left, a later one is refused.
        api.getEvents()
        await api.close()
        #expect(delegate.callbacks.count == expected.count + 1)
    }

    @Test func `a grace time is reckoned by the clock it was given`() async throws {
        let backend = try ReferenceBackend.start()
        let (delegate, clock) = (RecordingDelegate(), TestClock())
        let api = API(configuration: try .testing(backend.url), delegate: delegate, clock: CallClock(clock))
        backend.backend.override(.events, with: .hang)
        api.getEvents()
        await eventually { backend.backend.calls(to: .events) == 1 }
        let closing = Task { await api.close(grace: .seconds(600)) }
        await clock.waitForSleepers()
        #expect(delegate.callbacks.isEmpty)
        clock.advance(by: .seconds(600))
        await closing.value
        #expect(delegate.callbacks.map(\.error?.code) == [.shutDown])
    }

    @Test func `a call whose API is let go in the middle still has its result, and leaves no session`() async throws {
        let backend = try ReferenceBackend.start()
        let gate = try LoopbackGate()
        backend.backend.override(.events, with: emptyList(after: gate))
        var api: API? = API(configuration: try .testing(backend.url))
        weak let session = api?.session
        let calls = [api, api].compactMap(\.self).map { api in Task { try await api.events().count } }
        await gate.waitForArrivals(2)
        api = nil
        gate.open()
        for call in calls { #expect(try await call.value == 0) }
        await eventually { session == nil }
    }

    @Test func `APIs that are let go in the middle of a call leave no descriptor and no thread`() async throws {
        let backend = try ReferenceBackend.start()
        let before = try Self.use()
        let (delegate, gate) = (RecordingDelegate(), try LoopbackGate())
        backend.backend.override(.events, with: emptyList(after: gate))
        for _ in 0..<40 {
            API(configuration: try .testing(backend.url), delegate: delegate).getEvents()
        }
        await gate.waitForArrivals(40)
        gate.open()
        for _ in 0..<40 { _ = try await delegate.next(.eventsLoaded) }
        // Each had at least two descriptors and a thread. Other suites run beside this one.
        await eventually {
            guard let now = try? Self.use() else { return false }
            return now.descriptors < before.descriptors + 40 && now.threads < before.threads + 20
        }
    }
}
