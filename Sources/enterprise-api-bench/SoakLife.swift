import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization

/// One `API` from its making to its closing, on a server of its own behind a proxy that breaks connections.
final class SoakLife: Sendable {
    struct Result: Sendable {
        let tally: SoakTally
        /// The numbers of the orders that the server has.
        let arrived: [String]
        let faults: [String: Int]
        let connections: Int
        let logins: Int
    }

    /// How long after its limit a call may end on a machine that is busy.
    private static let patience = Duration.seconds(5)

    private let seconds: Int
    private let seed: UInt64
    private let tally = Mutex(SoakTally())

    init(seconds: Int, seed: UInt64) { (self.seconds, self.seed) = (seconds, seed) }

    func run() async throws -> Result {
        let backend = try ReferenceBackend.start()
        let proxy = try FaultProxy(to: backend.server, plan: .random(seed: seed, rate: 0.9, exchanges: 1...40))
        let delegate = Delegate()
        let account = backend.backend.accounts[0]
        let credentials = Credentials(username: account.username, password: account.password)
        let api = try makeAPI(proxy.url, credentials, delegate)
        let end = ContinuousClock.now + .seconds(seconds)
        await withTaskGroup { group in
            for worker in 0..<16 {
                group.addTask { await self.work(api, credentials, worker, until: end) }
            }
            group.addTask { await self.expireTokens(backend.backend) }
            // While calls are under way: some end with `shutDown`, and later ones at once.
            group.addTask {
                try? await Task.sleep(until: end - .milliseconds(100), clock: .continuous)
                await api.close(grace: .milliseconds(50))
            }
        }
        // Calls that were refused after that are reported, too.
        await api.close()
        let counts = proxy.counts
        proxy.stop()
        backend.stop()
        tally.withLock { $0.reported = delegate.count }
        let known = Set(DemoCompany.demo.orders.map(\.poNumber))
        return Result(
            tally: tally.withLock { $0 },
            arrived: backend.backend.orders.map(\.poNumber).filter { !known.contains($0) },
            faults: Dictionary(uniqueKeysWithValues: counts.faults.map { ($0.key.description, $0.value) }),
            connections: counts.connections,
            logins: backend.backend.calls(to: .login)
        )
    }

    private func makeAPI(_ url: String, _ credentials: Credentials, _ delegate: Delegate) throws -> API {
        var options = TransportOptions()
        options.connectTimeout = .seconds(1)
        return API(
            configuration: Configuration(
                server: try BaseURL(url),
                ui: .init(button: .init(cornerRadius: 0, borderWidth: 0)),
                rules: .init(maxPOExpense: 10_000)
            ),
            delegate: delegate,
            credentials: .fixed(credentials),
            options: options
        )
    }

    /// Seldom enough for renewals to keep up: five in thirty seconds are the most.
    private func expireTokens(_ backend: ReferenceBackend) async {
        for _ in 0..<3 {
            try? await Task.sleep(for: .milliseconds(seconds * 250))
            backend.expireTokens()
        }
    }

    private func work(_ api: API, _ credentials: Credentials, _ worker: Int, until end: ContinuousClock.Instant) async {
        var random = SeededGenerator(seed: seed &* 31 &+ UInt64(worker))
        var number = 0
        while ContinuousClock.now < end {
            number += 1
            let limit = Duration.milliseconds(Int.random(in: 50...800, using: &random))
            let choice = Int.random(in: 0..<100, using: &random)
            let order = (80..<86).contains(choice) ? "SOAK-\(worker)-\(number)" : nil
            let begin = ContinuousClock.now
            tally.withLock { $0.started += 1 }
            let call = Task { () -> APIError? in
                do throws(APIError) {
                    try await Deadline.within(limit) { () async throws(APIError) in
                        try await self.call(api, choice, order, credentials)
                    }
                    return nil
                } catch { return error }
            }
            if Int.random(in: 0..<10, using: &random) == 0 {
                try? await Task.sleep(for: .microseconds(Int.random(in: 0...2000, using: &random)))
                call.cancel()
            }
            let error = await call.value
            let isLate = ContinuousClock.now > begin + limit + Self.patience
            tally.withLock { $0.end(order: order, error, isLate: isLate) }
            // Others that come later only end the same way.
            if error?.code == .shutDown { return }
        }
    }

    private func call(
        _ api: API,
        _ choice: Int,
        _ order: String?,
        _ credentials: Credentials
    ) async throws(APIError) {
        if let order {
            let item = PurchaseOrder.Item(productId: "p", quantity: 1)
            _ = try await api.submit(PurchaseOrder(poNumber: order, purchases: [item]))
            return
        }
        switch choice {
        case 0..<25: _ = try await api.events()
        case 25..<45: _ = try await api.announcements()
        case 45..<60: _ = try await api.orgChart()
        case 60..<70: _ = try await api.me()
        case 86..<88: _ = try await api.login(credentials)
        case 88..<92:
            tally.withLock { $0.delegated += 1 }
            if choice.isMultiple(of: 2) { api.getEvents() } else { api.getAnnouncements() }
        default: _ = try await api.products()
        }
    }

    /// Counts what it hears.
    private final class Delegate: APIDelegate {
        private let heard = Atomic(0)
        var count: Int { heard.load(ordering: .acquiring) }
        private func hear() { heard.add(1, ordering: .acquiringAndReleasing) }

        func eventsLoaded(events: [Event]) { hear() }
        func eventsFailed(error: APIError) { hear() }
        func announcementsLoaded(announcements: [Announcement]) { hear() }
        func announcementsFailed(error: APIError) { hear() }
    }
}
