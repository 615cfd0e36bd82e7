import Foundation

/// A service's months in minutes: mixed calls, cancellations, logins and expiring tokens through a proxy that breaks
/// connections at random, from a seed. At the end everything must add up.
struct Soak {
    let seconds: Int
    let seed: UInt64

    /// In KB. The allocator's arenas grow by 16 to 20 MB in the first two minutes and no further, in ten minutes neither.
    private static let allowedGrowth = 32 << 10

    /// Runs it; false when something does not add up.
    func run() async throws -> Bool {
        // What the first life leaves behind, such as Dispatch's threads, is there to stay.
        _ = try await SoakLife(seconds: min(seconds, 10), seed: ~seed).run()
        let before = try ProcessUse.now()
        var totals = SoakTotals()
        var (life, left) = (UInt64(0), seconds)
        while left > 0 {
            let length = min(left, 10)
            let watchdog = watch(for: length, "seed \(seed), life \(life)")
            let result = try await SoakLife(seconds: length, seed: seed &+ life).run()
            watchdog.cancel()
            totals.add(
                result.tally,
                arrived: result.arrived,
                faults: result.faults,
                connections: result.connections,
                logins: result.logins
            )
            life += 1
            left -= length
        }
        let after = try ProcessUse.now()
        return report(totals, before, after, lives: life)
    }

    /// Ends the process when a life does not end, as a call that is lost would have it.
    private func watch(for length: Int, _ place: String) -> Task<Void, Never> {
        Task.detached {
            guard (try? await Task.sleep(for: .seconds(length + 60))) != nil else { return }
            print("FAILED a life of \(length) s does not end: \(place)")
            exit(1)
        }
    }

    private func report(_ totals: SoakTotals, _ before: ProcessUse, _ after: ProcessUse, lives: UInt64) -> Bool {
        print("\(seconds) s, \(lives) lives, seed \(seed)")
        for (name, count) in totals.table {
            print(name.padding(toLength: 36, withPad: " ", startingAt: 0) + String(format: "%10d", count))
        }
        let growth = after.residentKilobytes - before.residentKilobytes
        let checks =
            totals.checks + [
                (
                    "descriptors and threads as before: \(before); \(after)",
                    after.descriptors <= before.descriptors && after.threads <= before.threads + 2
                ),
                ("memory as before: \(growth) KB more", growth < Self.allowedGrowth),
            ]
        for (text, holds) in checks { print("\(holds ? "ok    " : "FAILED") \(text)") }
        print(checks.allSatisfy(\.1) ? "soak ok" : "soak FAILED")
        return checks.allSatisfy(\.1)
    }
}
