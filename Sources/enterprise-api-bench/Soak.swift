import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization

/// A service's months in minutes: mixed calls, cancellations, logins and expiring tokens through a proxy that breaks
/// connections at random, from a seed. At the end everything must add up.
final class Soak: Sendable {
    private let seconds: Int
    private let seed: UInt64
    private let tally = Mutex(SoakTally())

    init(seconds: Int, seed: UInt64) { (self.seconds, self.seed) = (seconds, seed) }

    /// Runs it; false when something does not add up.
    func run() async throws -> Bool {
        _ = try await round(seconds: 2, seed: 1)
        tally.withLock { $0 = SoakTally() }
        let before = try ProcessUse.now()
        let (backend, faults) = try await round(seconds: seconds, seed: seed)
        let after = try ProcessUse.now()
        let tally = tally.withLock { $0 }
        let known = Set(DemoCompany.demo.orders.map(\.poNumber))
        let arrived = backend.orders.map(\.poNumber).filter { !known.contains($0) }
        let checks: [(String, Bool)] = [
            ("calls started = calls ended: \(tally.started) = \(tally.ended)", tally.started == tally.ended),
            ("no order twice among \(arrived.count) that arrived", Set(arrived).count == arrived.count),
            ("each of \(tally.submitted.count) submitted orders arrived", tally.submitted.isSubset(of: arrived)),
            (
                "each that arrived is submitted, or one of \(tally.unknown.count) of unknown outcome",
                Set(arrived).isSubset(of: tally.submitted.union(tally.unknown))
            ),
            (
                "descriptors and threads as before: \(before); \(after)",
                after.descriptors <= before.descriptors && after.threads <= before.threads + 2
            ),
        ]
        print("\(seconds) s, seed \(seed), \(faults) faults")
        for (code, count) in tally.outcomes.sorted(by: { $0.value > $1.value }) { print("  \(count) \(code)") }
        for (text, holds) in checks { print("\(holds ? "ok    " : "FAILED") \(text)") }
        print(checks.allSatisfy(\.1) ? "soak ok" : "soak FAILED")
        return checks.allSatisfy(\.1)
    }

    private func round(seconds: Int, seed: UInt64) async throws -> (ReferenceBackend, Int) {
        let backend = try ReferenceBackend.start()
        let proxy = try FaultProxy(to: backend.server, plan: .random(seed: seed, rate: 0.2))
        let account = backend.backend.accounts[0]
        let credentials = Credentials(username: account.username, password: account.password)
        var options = TransportOptions()
        options.connectTimeout = .seconds(1)
        let api = API(
            configuration: Configuration(
                server: try BaseURL(proxy.url),
                ui: .init(button: .init(cornerRadius: 0, borderWidth: 0)),
                rules: .init(maxPOExpense: 10_000)
            ),
            credentials: .fixed(credentials),
            options: options
        )
        let end = ContinuousClock.now + .seconds(seconds)
        await withTaskGroup { group in
            for worker in 0..<16 {
                group.addTask {
                    await self.work(api, backend.backend, credentials, seed: seed &* 31 &+ UInt64(worker), until: end)
                }
            }
        }
        await api.close()
        let faults = proxy.counts.faults.values.reduce(0, +)
        proxy.stop()
        backend.stop()
        return (backend.backend, faults)
    }

    private func work(
        _ api: API,
        _ backend: ReferenceBackend,
        _ credentials: Credentials,
        seed: UInt64,
        until end: ContinuousClock.Instant
    ) async {
        var random = SeededGenerator(seed: seed)
        var number = 0
        while ContinuousClock.now < end {
            number += 1
            let limit = Duration.milliseconds(Int.random(in: 50...800, using: &random))
            let choice = Int.random(in: 0..<100, using: &random)
            let order = "SOAK-\(seed)-\(number)"
            let isOrder = (80..<86).contains(choice)
            tally.withLock { $0.started += 1 }
            let call = Task { () -> APIError? in
                do throws(APIError) {
                    try await Deadline.within(limit) { () async throws(APIError) in
                        switch choice {
                        case 0..<30: _ = try await api.events()
                        case 30..<55: _ = try await api.announcements()
                        case 55..<70: _ = try await api.orgChart()
                        case 70..<80: _ = try await api.me()
                        case 80..<86:
                            let item = PurchaseOrder.Item(productId: "p", quantity: 1)
                            _ = try await api.submit(PurchaseOrder(poNumber: order, purchases: [item]))
                        case 86..<90: _ = try await api.login(credentials)
                        case 90: backend.expireTokens()
                        default: _ = try await api.products()
                        }
                    }
                    return nil
                } catch { return error }
            }
            if Int.random(in: 0..<10, using: &random) == 0 {
                for _ in 0..<Int.random(in: 0...50, using: &random) { await Task.yield() }
                call.cancel()
            }
            let error = await call.value
            tally.withLock { $0.end(order: isOrder ? order : nil, error) }
        }
    }
}

/// What came of the calls of a soak.
struct SoakTally {
    var started = 0
    private(set) var ended = 0
    private(set) var outcomes: [String: Int] = [:]
    private(set) var submitted: Set<String> = []
    private(set) var unknown: Set<String> = []

    mutating func end(order: String?, _ error: APIError?) {
        ended += 1
        outcomes[error.map(\.code.description) ?? "succeeded", default: 0] += 1
        guard let order else { return }
        if error == nil { submitted.insert(order) }
        if error?.isOutcomeUnknown == true { unknown.insert(order) }
    }
}
