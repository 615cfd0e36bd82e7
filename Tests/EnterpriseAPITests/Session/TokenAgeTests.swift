import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Testing

/// The age a token may have by the session's own clock, which a test moves.
@Suite(.serialized, .timeLimit(.minutes(2))) struct TokenAgeTests {
    private let clock = TestClock()

    private func api(_ backend: RunningBackend, _ delegate: RecordingDelegate) throws -> API {
        try backend.renewing(
            delegate: delegate,
            sessionOptions: SessionOptions(maxTokenAge: .seconds(3600), renewsAhead: .seconds(60)),
            clock: CallClock(clock)
        )
    }

    @Test func `a token of the maximum age is replaced before a call is sent`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try api(backend, RecordingDelegate())
        _ = try await api.announcements()
        let old = api.token
        backend.backend.expireTokens()
        clock.advance(by: .seconds(3600))
        _ = try await api.announcements()
        #expect(backend.logins == 2)
        #expect(backend.backend.calls(to: .announcements) == 2)
        #expect(api.token != old)
    }

    @Test func `shortly before, the call goes out with the old token while it is replaced`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = try api(backend, delegate)
        _ = try await api.announcements()
        let old = api.token
        clock.advance(by: .seconds(3539))
        _ = try await api.announcements()
        #expect(backend.logins == 1)
        clock.advance(by: .seconds(1))
        let gate = try LoopbackGate()
        let body = Array(#"{"token":"new","user":{"id":"U","username":"jane"}}"#.utf8)
        backend.backend.override(.login, with: ServerResponse(status: 200, body: body).delayed(until: gate))
        _ = try await api.announcements()
        _ = try await api.announcements()
        #expect(api.token == old)
        gate.open()
        _ = try await delegate.next(.tokenRenewed)
        #expect(api.token?.value == "new")
        #expect(backend.logins == 2)
    }

    @Test func `a renewal ahead of time that fails costs nothing until the token is too old`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try api(backend, RecordingDelegate())
        _ = try await api.announcements()
        let gate = try LoopbackGate()
        gate.open()
        backend.backend.override(.login, with: .failure(503, reason: "no").delayed(until: gate))
        clock.advance(by: .seconds(3550))
        _ = try await api.announcements()
        await gate.waitForArrivals()
        for _ in 0..<20 { _ = try await api.announcements() }
        #expect(api.token != nil)
        clock.advance(by: .seconds(50))
        let error = await failure { () async throws(APIError) in try await api.announcements() }
        #expect(error?.code == .serverError)
        #expect(error?.endpoint == "POST users/login")
        #expect(backend.logins <= 3)
        #expect(api.token == nil)
    }
}
