import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation

/// What must not wear out in a service that runs for months; each row shows the state before beside the one after.
struct Endurance {
    private let backend: ChildServer
    private let configuration: Configuration

    init() throws {
        backend = try ChildServer.backend()
        configuration = Configuration(
            server: try BaseURL(backend.url),
            ui: .init(button: .init(cornerRadius: 0, borderWidth: 0)),
            rules: .init(maxPOExpense: 10_000)
        )
    }

    /// Runs every check; false when one fails.
    func run() async throws -> Bool {
        defer { backend.stop() }
        let checks = [try await cancellations(), try await sequentialCalls(), try await clients(), try await exits()]
        print(checks.allSatisfy { $0 } ? "endurance ok" : "endurance FAILED")
        return checks.allSatisfy { $0 }
    }

    private func report(_ name: String, _ passed: Bool, _ facts: String) -> Bool {
        print("\(passed ? "ok    " : "FAILED") \(name): \(facts)")
        return passed
    }

    private func cancellations(count: Int = 3000) async throws -> Bool {
        let api = API(configuration: configuration)
        var ends: [String: Int] = [:]
        for index in 0..<count {
            let task = Task { () -> String in
                do throws(APIError) {
                    _ = try await api.events()
                    return "succeeded"
                } catch { return error.code.description }
            }
            let end = ContinuousClock.now + .microseconds(index * 37 % 600)
            while ContinuousClock.now < end { await Task.yield() }
            task.cancel()
            ends[await task.value, default: 0] += 1
        }
        await api.close()
        let facts = ends.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        let passed = ends.values.reduce(0, +) == count && Set(ends.keys).isSubset(of: ["succeeded", "cancelled"])
        return report("\(count) calls cancelled 0–600 µs after their start", passed, "all ended once: \(facts)")
    }

    private func sequentialCalls(count: Int = 20_000) async throws -> Bool {
        let api = API(configuration: configuration)
        for _ in 0..<2000 { _ = try await api.events() }
        let before = try ProcessUse.now()
        for _ in 0..<count { _ = try await api.events() }
        let after = try ProcessUse.now()
        await api.close()
        let growth = after.residentKilobytes - before.residentKilobytes
        return report("\(count) sequential GETs", growth < 2048, "before: \(before); after: \(after)")
    }

    private func clients(count: Int = 1000) async throws -> Bool {
        func useOne() async throws {
            let api = API(configuration: configuration)
            _ = try await api.events()
            await api.close()
        }
        for _ in 0..<10 { try await useOne() }
        let before = try ProcessUse.now()
        for _ in 0..<count { try await useOne() }
        let after = try ProcessUse.now()
        // Dispatch and the concurrency runtime keep threads of their own, which come and go.
        let passed = after.descriptors <= before.descriptors && after.threads <= before.threads + 2
        return report("\(count) APIs made, used and closed", passed, "before: \(before); after: \(after)")
    }

    private func exits(count: Int = 60) async throws -> Bool {
        // Accepts, and never finishes a TLS handshake.
        let silent = try LoopbackServer { _ in .hang }
        defer { silent.stop() }
        var endings: [String: Int] = [:]
        for index in 0..<count {
            let url = index.isMultiple(of: 2) ? silent.url : silent.url.replacing("http:", with: "https:")
            endings[try ExitChild.start(url, afterMicroseconds: index * 997 % 20_000), default: 0] += 1
        }
        let facts = endings.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        return report(
            "\(count) processes that exit with calls and handshakes open",
            endings == ["exit 0": count],
            facts
        )
    }
}
