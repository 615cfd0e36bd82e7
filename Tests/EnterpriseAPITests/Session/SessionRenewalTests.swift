import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

/// What a call does when the server refuses its token, over a real socket; the backend counts.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SessionRenewalTests {
    @Test func `without a token the first call signs in, and later ones use that token`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        _ = try await api.events()
        _ = try await api.announcements()
        #expect(backend.logins == 1)
        #expect(api.token != nil)
        #expect(backend.backend.calls(to: .events) == 1)
    }

    @Test func `a hundred calls that are refused at once take one login and one replay each`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        let old = try await api.login(backend.credentials)
        let gate = try LoopbackGate()
        backend.backend.override(.announcements, with: .refusal.delayed(until: gate))
        let calls = parallel(100) { () async throws(APIError) in try await api.announcements() }
        await gate.waitForArrivals(100)
        backend.backend.override(.announcements, with: nil)
        backend.backend.expireTokens()
        gate.open()
        #expect(await calls.value.compactMap(\.self).isEmpty)
        #expect(backend.logins == 2)
        #expect(backend.backend.calls(to: .announcements) == 200)
        #expect(api.token != old)
    }

    @Test func `a late refusal of an old token only replays with the newer one`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        _ = try await api.events()
        let gate = try LoopbackGate()
        backend.backend.override(.announcements, with: .refusal.delayed(until: gate))
        let late = parallel(1) { () async throws(APIError) in try await api.announcements() }
        await gate.waitForArrivals()
        backend.backend.expireTokens()
        _ = try await api.products()
        #expect(backend.logins == 2)
        backend.backend.override(.announcements, with: nil)
        gate.open()
        #expect(await late.value.compactMap(\.self).isEmpty)
        #expect(backend.logins == 2)
        #expect(backend.backend.calls(to: .announcements) == 2)
    }

    @Test func `a replay that is refused again ends with unauthorized`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        backend.backend.override(.announcements, with: .refusal)
        let error = await failure { () async throws(APIError) in try await api.announcements() }
        #expect(error?.code == .unauthorized)
        #expect(error?.endpoint == "GET announcements")
        #expect(backend.backend.calls(to: .announcements) == 2)
        #expect(backend.logins == 2)
    }

    @Test(arguments: [(401, APIError.Code.unauthorized), (503, .serverError)])
    func `a failed renewal fails all who wait with its cause, and clears the token`(
        status: Int,
        code: APIError.Code
    ) async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        _ = try await api.events()
        let gate = try LoopbackGate()
        backend.backend.override(.login, with: .failure(status, reason: "no").delayed(until: gate))
        backend.backend.expireTokens()
        let calls = parallel(20) { () async throws(APIError) in try await api.announcements() }
        await gate.waitForArrivals()
        gate.open()
        for error in await calls.value {
            #expect(error?.code == code)
            #expect(error?.endpoint == "POST users/login")
            #expect(error?.isOutcomeUnknown == false)
        }
        #expect(api.token == nil)
        #expect(backend.logins == 2)
        backend.backend.override(.login, with: nil)
        _ = try await api.announcements()
        #expect(backend.logins == 3)
    }

    @Test func `a submission whose sign-in fails is known not to have had its effect`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        backend.backend.override(.login, with: .failure(500, reason: "no"))
        let order = PurchaseOrder(poNumber: "1", purchases: [.init(productId: "p", quantity: 1)])
        let error = await failure { () async throws(APIError) in try await api.submit(order) }
        #expect(error?.code == .serverError)
        #expect(error?.isOutcomeUnknown == false)
        #expect(backend.backend.calls(to: .submitPurchase) == 0)
    }

    @Test func `a submission that is refused is sent once more, and saved once`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        let product = try #require(try await api.products().first)
        let before = backend.backend.orders.count
        backend.backend.expireTokens()
        let order = PurchaseOrder(poNumber: "1", purchases: [.init(productId: product.id, quantity: 0.001)])
        try await api.submit(order)
        #expect(backend.backend.calls(to: .submitPurchase) == 2)
        #expect(backend.backend.orders.count == before + 1)
    }

    @Test func `five renewals in thirty seconds are the most`() async throws {
        let backend = try ReferenceBackend.start()
        let clock = TestClock()
        let api = try backend.renewing(clock: CallClock(clock))
        _ = try await api.announcements()
        for _ in 0..<5 {
            backend.backend.expireTokens()
            _ = try await api.announcements()
            clock.advance(by: .seconds(5))
        }
        backend.backend.expireTokens()
        for _ in 0..<3 {
            let error = await failure { () async throws(APIError) in try await api.announcements() }
            #expect(error?.code == .excessiveRenewal)
        }
        #expect(backend.logins == 6)
        #expect(api.token == nil)
        clock.advance(by: .seconds(5))
        _ = try await api.announcements()
        #expect(backend.logins == 7)
    }

    @Test func `a body that can't be sent twice is not, but the next call finds a good token`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        _ = try await api.events()
        backend.backend.expireTokens()
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(Data("{}".utf8))
            continuation.finish()
        }
        let body = RequestBody.stream(chunks, length: 2, contentType: "application/json")
        let request = AnyRequest<WireResponse>(.post, "purchases", body: body)
        let error = await failure { () async throws(APIError) in try await api.send(request) }
        #expect(error?.code == .unauthorized)
        #expect(error?.endpoint == "POST purchases")
        #expect(backend.backend.calls(to: .submitPurchase) == 1)
        _ = try await api.announcements()
        #expect(backend.backend.calls(to: .announcements) == 1)
        #expect(backend.logins == 2)
    }

    @Test func `without a provider a refusal stays what it is, and the token is kept`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try await backend.signedIn()
        backend.backend.expireTokens()
        let error = await failure { () async throws(APIError) in try await api.purchases() }
        #expect(error?.code == .unauthorized)
        #expect(error?.endpoint == "GET purchases")
        #expect(backend.logins == 1)
        #expect(backend.backend.calls(to: .purchases) == 1)
        #expect(api.token != nil)
    }

    @Test func `a refused login is never renewed`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try backend.renewing()
        let wrong = Credentials(username: backend.credentials.username, password: "wrong")
        let error = await failure { () async throws(APIError) in try await api.login(wrong) }
        #expect(error?.code == .unauthorized)
        #expect(backend.logins == 1)
        #expect(api.token == nil)
    }

    @Test func `the delegate hears of a renewal before the outcome of the call, and not of the first sign-in`()
        async throws
    {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = try backend.renewing(delegate: delegate)
        api.getEvents()
        _ = try await delegate.next(.eventsLoaded)
        backend.backend.expireTokens()
        api.getAnnouncements()
        _ = try await delegate.next(.announcementsLoaded)
        #expect(delegate.callbacks.map(\.kind) == [.eventsLoaded, .tokenRenewed, .announcementsLoaded])
        guard case .tokenRenewed(let id) = try await delegate.next(.tokenRenewed) else { return }
        #expect(id == api.token?.userID)
    }
}
