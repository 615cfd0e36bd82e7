import EnterpriseAPI
import EnterpriseJSON
import Foundation

/// Decodes the models from bytes in memory, by `FastJSONDecoder` and by `JSONDecoder` in turn.
struct JSONBench {
    private let repetitions: Int

    init(repetitions: Int = 11) { self.repetitions = max(repetitions, 3) }

    func run() throws {
        print("decode only, medians of \(repetitions) (spread: from the fastest to the slowest), MB/s")
        print("payload               bytes        ours    spread  JSONDecoder    spread   ratio")
        for count in [20, 5_000] {
            try compare("employees × \(count)", [Employee].self, JSONBenchText.employees(count))
            try compare("  with plain fields", [PlainEmployee].self, JSONBenchText.employees(count))
            try compare("events × \(count)", [Event].self, JSONBenchText.events(count))
            try compare("orders × \(count)", [PurchaseOrder].self, JSONBenchText.orders(count))
            try compare("announcements × \(count)", [Announcement].self, JSONBenchText.announcements(count))
        }
    }

    /// Decodes 5,000 records with one decoder alone, for a profiler to count: `theirs-` before the name for JSONDecoder.
    func profile(_ name: String, rounds: Int) throws {
        let text = name.hasSuffix("events") ? JSONBenchText.events(5_000) : JSONBenchText.employees(5_000)
        let data = Data(text.utf8)
        let (ours, theirs) = (FastJSONDecoder(), JSONDecoder())
        for _ in 0..<rounds {
            switch name {
            case "employees": _ = try ours.decode([Employee].self, from: data)
            case "events": _ = try ours.decode([Event].self, from: data)
            case "plain": _ = try ours.decode([PlainEmployee].self, from: data)
            case "theirs-employees": _ = try theirs.decode([Employee].self, from: data)
            case "theirs-events": _ = try theirs.decode([Event].self, from: data)
            case "theirs-plain": _ = try theirs.decode([PlainEmployee].self, from: data)
            default: return
            }
        }
    }

    private func compare<Value: Decodable & Equatable>(_ name: String, _ type: Value.Type, _ text: String) throws {
        let data = Data(text.utf8)
        let (ours, theirs) = (FastJSONDecoder(), JSONDecoder())
        guard try ours.decode(type, from: data) == theirs.decode(type, from: data) else {
            throw Different(payload: name)
        }
        // Enough work that the clock's steps do not count.
        let rounds = max(1, 2_000_000 / data.count)
        var (ourRates, theirRates): ([Double], [Double]) = ([], [])
        for _ in 0..<repetitions {
            ourRates.append(try rate(data, rounds * 4) { try ours.decode(type, from: $0) })
            theirRates.append(try rate(data, rounds) { try theirs.decode(type, from: $0) })
        }
        let (our, their) = (Spread(ourRates), Spread(theirRates))
        let cells = [
            name.padding(toLength: 21, withPad: " ", startingAt: 0), cell("\(data.count)", 6), cell(our.text, 12),
            cell(our.range, 10), cell(their.text, 13), cell(their.range, 10),
            cell(String(format: "%.2f", our.median / their.median), 8),
        ]
        print(cells.joined())
    }

    /// Megabytes a second.
    private func rate<Value>(_ data: Data, _ rounds: Int, _ decode: (Data) throws -> Value) throws -> Double {
        let start = ContinuousClock.now
        for _ in 0..<rounds { _ = try decode(data) }
        let time = (ContinuousClock.now - start) / .seconds(1)
        return Double(data.count * rounds) / 1e6 / time
    }

    private func cell(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// An employee without types of its own, so that what those cost is seen.
    private struct PlainEmployee: Decodable, Equatable {
        let id: String
        let givenName: String
        let familyName: String
        let location: String
        let manager: String?
        let directReports: [String]
        let birthday: String?
    }

    private struct Different: Error, CustomStringConvertible {
        let payload: String
        var description: String { "the decoders disagree about \(payload)" }
    }

    private struct Spread {
        let median: Double
        let range: String

        init(_ rates: [Double]) {
            let sorted = rates.sorted()
            median = sorted[sorted.count / 2]
            range = String(format: "%.0f–%.0f", sorted[0], sorted[sorted.count - 1])
        }

        var text: String { String(format: "%.1f", median) }
    }
}
