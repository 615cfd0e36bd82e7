import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct APIDelegateTests {
    @Test func `every call ends in exactly one callback`() async throws {
        let backend = try ReferenceBackend.start(edition: .older)
        let delegate = RecordingDelegate()
        let api = API(configuration: try .testing(backend.url), delegate: delegate)
        api.login(username: backend.credentials.username, password: backend.credentials.password)
        guard case .loginSucceeded(let userID) = try await delegate.next() else { throw Unexpected() }
        #expect(userID == api.token?.userID)
        api.getAnnouncements()
        api.getOrgChart()
        api.getEvents()
        api.getProducts()
        api.getPurchases()
        api.getUserInfo(userID: userID)
        for kind in [
            Callback.Kind.announcementsLoaded, .orgLoaded, .eventsLoaded, .productsLoaded, .purchasesLoaded,
            .userLoaded,
        ] { _ = try await delegate.next(kind) }
        api.logout()
        _ = try await delegate.next(.loggedOut)
        // The delegate goes when its callback is over, which this waits for.
        await api.close()
        #expect(delegate.callbacks.count == 8)
        #expect(api.delegate == nil)
        #expect(api.token == nil)
    }

    @Test func `every failure has its callback`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = API(configuration: try .testing(backend.url), delegate: delegate)
        backend.refuse()
        api.login(username: "a", password: "b")
        api.getAnnouncements()
        api.getOrgChart()
        api.getEvents()
        api.getProducts()
        api.getPurchases()
        api.getUserInfo(userID: "1")
        try api.submitPO(po: PurchaseOrder(poNumber: "1", purchases: [.init(productId: "p", quantity: 1)]))
        var failures: [Callback.Kind: Int] = [:]
        for _ in 0..<8 {
            let callback = try await delegate.next()
            #expect(callback.error?.code == .connectionFailed)
            failures[callback.kind, default: 0] += 1
        }
        #expect(
            failures == [
                .loginFailed: 1, .announcementsFailed: 1, .orgFailed: 1, .eventsFailed: 1, .productsFailed: 1,
                .purchasesFailed: 2, .userFailed: 1,
            ]
        )
    }

    @Test func `a colon in the user name fails the login and sends nothing`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = API(configuration: try .testing(backend.url), delegate: delegate)
        api.login(username: "a:b", password: "c")
        #expect(try await delegate.next(.loginFailed).error?.code == .invalidRequest)
        #expect(backend.backend.calls(to: .login) == 0)
    }

    @Test func `an order is submitted and the purchases come back with it`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = try await backend.signedIn(delegate: delegate)
        let order = PurchaseOrder(poNumber: "PO-1", purchases: [.init(productId: "p", quantity: 2)])
        try api.submitPO(po: order)
        guard case .purchasesLoaded(let purchases) = try await delegate.next() else { throw Unexpected() }
        #expect(purchases.contains { $0.poNumber == "PO-1" && $0.purchaser == api.token?.userID })
        #expect(backend.backend.orders.count == DemoCompany.demo.orders.count + 1)
    }

    @Test func `an order over the limit throws and has no callback`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = try await backend.signedIn(delegate: delegate)
        let product = try #require(try await api.products().max { $0.unitPrice < $1.unitPrice })
        let order = PurchaseOrder(poNumber: "1", purchases: [.init(productId: product.id, quantity: 1000)])
        let error = #expect(throws: PurchaseOrderError.self) { try api.submitPO(po: order) }
        #expect(error?.violations.map(\.rule) == [.totalOverLimit])
        await api.close()
        #expect(delegate.callbacks.isEmpty)
        #expect(backend.backend.calls(to: .submitPurchase) == 0)
    }

    @Test func `logging out ends calls in flight with cancelled, then says so, then lets the delegate go`() async throws
    {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = try await backend.signedIn(delegate: delegate)
        backend.backend.override(.events, with: .hang)
        for _ in 0..<20 { api.getEvents() }
        let awaited = Task { await failure { () async throws(APIError) in try await api.events() } }
        await eventually { backend.backend.calls(to: .events) >= 21 }
        api.logout()
        #expect(api.token == nil)
        _ = try await delegate.next(.loggedOut)
        #expect(delegate.callbacks.map(\.kind) == Array(repeating: .eventsFailed, count: 20) + [.loggedOut])
        #expect(delegate.callbacks.dropLast().allSatisfy { $0.error?.code == .cancelled })
        #expect(await awaited.value?.code == .cancelled)
    }

    @Test func `a login that is under way when the user logs out does not sign in`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = API(configuration: try .testing(backend.url), delegate: delegate)
        backend.backend.override(.login, with: .hang)
        api.login(username: "a", password: "b")
        await eventually { backend.backend.calls(to: .login) > 0 }
        api.logout()
        _ = try await delegate.next(.loggedOut)
        #expect(delegate.callbacks.map(\.kind) == [.loginFailed, .loggedOut])
        #expect(api.token == nil)
    }

    @Test func `closing reports every call as shut down, and nothing comes after it`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = try await backend.signedIn(delegate: delegate)
        backend.backend.override(.events, with: .hang)
        for _ in 0..<10 { api.getEvents() }
        await api.close()
        #expect(delegate.callbacks.count == 10)
        #expect(delegate.callbacks.allSatisfy { $0.error?.code == .shutDown })
    }

    @Test func `closing with a grace time lets calls in flight finish, and refuses new ones`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = try await backend.signedIn(delegate: delegate)
        let gate = try LoopbackGate()
        backend.backend.override(
            .events,
            with: ServerResponse(status: 200, body: Array("[]".utf8)).delayed(until: gate)
        )
        api.getEvents()
        await gate.waitForArrivals()
        async let closed: Void = api.close(grace: .seconds(60))
        // New calls are refused from the moment that closing has begun.
        while await failure(of: { () async throws(APIError) in try await api.products() })?.code != .shutDown {}
        gate.open()
        await closed
        #expect(delegate.callbacks.map(\.kind) == [.eventsLoaded])
    }

    @Test func `a grace time that runs out ends the rest`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let api = try await backend.signedIn(delegate: delegate)
        backend.backend.override(.events, with: .hang)
        api.getEvents()
        await api.close(grace: .milliseconds(50))
        #expect(delegate.callbacks.map(\.error?.code) == [.shutDown])
    }

    @Test func `a delegate that disappears in mid-call is not kept alive, and nothing breaks`() async throws {
        let backend = try ReferenceBackend.start()
        let api = try await backend.signedIn()
        let gate = try LoopbackGate()
        backend.backend.override(
            .events,
            with: ServerResponse(status: 200, body: Array("[]".utf8)).delayed(until: gate)
        )
        var delegate: RecordingDelegate? = RecordingDelegate()
        weak let released = delegate
        api.delegate = delegate
        api.getEvents()
        await gate.waitForArrivals()
        delegate = nil
        #expect(released == nil)
        gate.open()
        #expect(try await api.events().isEmpty)
    }

    @Test func `an API released in mid-call still reports, and lets go of everything`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = RecordingDelegate()
        let gate = try LoopbackGate()
        var api: API? = try await backend.signedIn(delegate: delegate)
        weak let released = api
        backend.backend.override(
            .events,
            with: ServerResponse(status: 200, body: Array("[]".utf8)).delayed(until: gate)
        )
        api?.getEvents()
        await gate.waitForArrivals()
        api = nil
        #expect(released == nil)
        gate.open()
        _ = try await delegate.next(.eventsLoaded)
        #expect(delegate.callbacks.count == 1)
    }

    @Test func `callbacks come one at a time, in order of completion, off the main queue`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = SlowDelegate()
        let api = try await backend.signedIn(delegate: delegate)
        for index in 0..<50 { index.isMultiple(of: 2) ? api.getEvents() : api.getProducts() }
        await api.close()
        #expect(delegate.state.withLock { $0.most } == 1)
        #expect(delegate.state.withLock { $0.count } == 50)
        #expect(!delegate.state.withLock { $0.wasOnMain })
    }

    @Test func `a callback may call the API again, also to close it`() async throws {
        let backend = try ReferenceBackend.start()
        let delegate = ClosingDelegate()
        let api = try await backend.signedIn(delegate: delegate)
        delegate.api.withLock { $0 = api }
        api.getEvents()
        await delegate.closed.wait()
    }
}

private struct Unexpected: Error {}

private final class SlowDelegate: APIDelegate {
    let state = Mutex((now: 0, most: 0, count: 0, wasOnMain: false))

    private func note() async {
        state.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
            $0.count += 1
            $0.wasOnMain = $0.wasOnMain || isMainThread()
        }
        for _ in 0..<10 { await Task.yield() }
        state.withLock { $0.now -= 1 }
    }

    private func isMainThread() -> Bool { Thread.isMainThread }

    func eventsLoaded(events: [Event]) async { await note() }
    func eventsFailed(error: APIError) async { await note() }
    func productsLoaded(products: [Product]) async { await note() }
    func productsFailed(error: APIError) async { await note() }
}

private final class ClosingDelegate: APIDelegate {
    let api = Mutex<API?>(nil)
    let closed = Signal()

    func eventsLoaded(events: [Event]) async {
        let api = api.withLock { $0.take() }
        await api?.close()
        closed.signal()
    }
}

/// Something that happens once.
private struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func signal() { continuation.finish() }
    func wait() async { for await _ in stream {} }
}
