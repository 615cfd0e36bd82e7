import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

/// How a renewal under way ends, for those who wait for it and for itself.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SessionRenewalEndingTests {
    private typealias Call = Task<APIError?, Never>

    /// A backend whose next login waits at the gate.
    private func gated(_ gate: LoopbackGate) throws -> RunningBackend {
        let backend = try ReferenceBackend.start()
        let user = #"{"token":"late","user":{"id":"U","username":"jane"}}"#
        backend.backend.override(.login, with: ServerResponse(status: 200, body: Array(user.utf8)).delayed(until: gate))
        return backend
    }

    private func start(_ api: API) -> Call {
        Task { await failure { () async throws(APIError) in try await api.events() } }
    }

    @Test func `a waiter that is cancelled ends at once, and the login goes on for the others`() async throws {
        let gate = try LoopbackGate()
        let backend = try gated(gate)
        let api = try backend.renewing()
        let impatient = start(api)
        await gate.waitForArrivals()
        let patient = start(api)
        impatient.cancel()
        #expect(await impatient.value?.code == .cancelled)
        #expect(api.token == nil)
        gate.open()
        #expect(await patient.value == nil)
        #expect(api.token?.value == "late")
        #expect(backend.logins == 1)
    }

    @Test func `a waiter ends at its own deadline, and the login goes on`() async throws {
        let gate = try LoopbackGate()
        let backend = try gated(gate)
        let api = try backend.renewing()
        let request = AnyRequest<WireResponse>(.get, "events", timeout: .milliseconds(50)) { $0 }
        let error = await failure { () async throws(APIError) in try await api.send(request) }
        #expect(error?.code == .timedOut)
        let patient = start(api)
        gate.open()
        #expect(await patient.value == nil)
        #expect(backend.logins == 1)
    }

    @Test func `a logout during a renewal ends all with cancelled and leaves no token`() async throws {
        let gate = try LoopbackGate()
        let backend = try gated(gate)
        let store = MemoryTokenStore()
        let delegate = RecordingDelegate()
        let api = try backend.renewing(delegate: delegate, tokenStore: store)
        let calls = [start(api), start(api), start(api)]
        await gate.waitForArrivals()
        api.logout()
        for call in calls { #expect(await call.value?.code == .cancelled) }
        _ = try await delegate.next(.loggedOut)
        gate.open()
        await api.close()
        #expect(api.token == nil)
        #expect(store.load() == nil)
        #expect(delegate.callbacks.map(\.kind) == [.loggedOut])
        #expect(backend.backend.calls(to: .events) == 0)
    }

    @Test func `closing during a renewal ends all with shutDown, even if the provider never answers`() async throws {
        let backend = try ReferenceBackend.start()
        let asked = AsyncStream<Void>.makeStream()
        let api = try backend.renewing(
            credentials: .provider {
                asked.continuation.yield()
                // Heeds no cancellation.
                await Task.detached { _ = try? await Task.sleep(for: .seconds(60)) }.value
                throw CancellationError()
            }
        )
        let call = start(api)
        for await _ in asked.stream { break }
        await api.close()
        #expect(await call.value?.code == .shutDown)
        #expect(backend.logins == 0)
    }

    @Test func `a provider that never answers is given up after the patience`() async throws {
        let backend = try ReferenceBackend.start()
        let clock = TestClock()
        let asked = AsyncStream<Void>.makeStream()
        let api = try backend.renewing(
            credentials: .provider {
                asked.continuation.yield()
                try await Task.sleep(for: .seconds(3600))
                throw CancellationError()
            },
            sessionOptions: SessionOptions(patience: .seconds(7)),
            clock: CallClock(clock)
        )
        let request = AnyRequest<WireResponse>(.post, "purchases") { $0 }
        let call = Task { await failure { () async throws(APIError) in try await api.send(request) } }
        for await _ in asked.stream { break }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(7))
        // A call that has not reached the server is tried again, after a backoff.
        let mover = Task {
            while !Task.isCancelled {
                await clock.waitForSleepers()
                clock.advanceToNextSleeper()
            }
        }
        defer { mover.cancel() }
        #expect(await call.value?.code == .timedOut)
        #expect(await call.value?.reason == "while waiting for credentials")
    }

    @Test func `a login that was asked for serves those who wait for a renewal`() async throws {
        let gate = try LoopbackGate()
        let backend = try gated(gate)
        let api = try backend.renewing()
        let waiting = start(api)
        await gate.waitForArrivals()
        backend.backend.override(.login, with: nil)
        let token = try await api.login(backend.credentials)
        #expect(await waiting.value == nil)
        gate.open()
        await api.close()
        #expect(api.token == token)
    }

    @Test func `a call that is tried again shares the failure of the renewal it began before`() async throws {
        let backend = try ReferenceBackend.start()
        let asked = Mutex(0)
        let api = try backend.renewing(
            credentials: .provider {
                asked.withLock { $0 += 1 }
                throw APIError(.connectionFailed, reason: "the vault is down")
            }
        )
        for call in 1...2 {
            let error = await failure { () async throws(APIError) in try await api.events() }
            #expect(error?.reason == "the vault is down")
            #expect(error?.attempts == 3)
            #expect(asked.withLock { $0 } == call)
        }
    }

    @Test func `a refusal that comes after the renewal failed shares its failure`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        _ = try await api.events()
        let gate = try LoopbackGate()
        backend.backend.override(.announcements, with: .refusal.delayed(until: gate))
        let late = Task { await failure { () async throws(APIError) in try await api.announcements() } }
        await gate.waitForArrivals()
        backend.backend.override(.login, with: .failure(503, reason: "no"))
        backend.backend.expireTokens()
        let first = await failure { () async throws(APIError) in try await api.products() }
        #expect(first?.code == .serverError)
        gate.open()
        #expect(await late.value?.endpoint == "POST users/login")
        #expect(backend.logins == 2)
    }

    @Test func `words of a provider that may hold a secret are not repeated`() async throws {
        struct Leak: Error, CustomStringConvertible { let description = "hunter2" }
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing(credentials: .provider { throw Leak() })
        let error = try #require(await failure { () async throws(APIError) in try await api.events() })
        #expect(error.code == .noCredentials)
        #expect(error.underlying is Leak)
        #expect(!error.description.contains("hunter2"))
        #expect(backend.backend.calls(to: .events) == 0)
    }
}
