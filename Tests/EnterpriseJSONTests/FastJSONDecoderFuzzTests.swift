import EnterpriseJSON
import Foundation
import Testing

/// Changed bytes, decoded as many shapes: nothing may crash, and both decoders have to agree.
///
/// `ENTERPRISE_JSON_FUZZ_SECONDS` sets how long, `ENTERPRISE_JSON_FUZZ_SEED` from where; CI runs two minutes under the
/// address sanitizer.
@Suite(.serialized) struct FastJSONDecoderFuzzTests {
    private static let settings = ProcessInfo.processInfo.environment
    private static let seconds = settings["ENTERPRISE_JSON_FUZZ_SECONDS"].flatMap { Double($0) } ?? 1
    private static let seed = settings["ENTERPRISE_JSON_FUZZ_SEED"].flatMap { UInt64($0) } ?? 42

    @Test func `no bytes crash the decoder, or make the decoders disagree`() {
        var random = SeededRandom(seed: Self.seed)
        var differential = Differential(comparesErrors: false, mayDrop: true)
        let end = ContinuousClock.now + .seconds(Self.seconds)
        while ContinuousClock.now < end, differential.difference == nil {
            var data = Data(schema(&random).text(&random, strays: random.pick([0, 10, 100])).utf8)
            for _ in 0..<random.pick([1, 2, 8, 30]) {
                data = Mutation.mutated(data, &random)
                decode(data, &differential, random.pick([.plain, .snake, .iso8601, .seconds, .closures]))
            }
        }
        if let difference = differential.difference { Issue.record("\(difference)") }
        print(
            "fuzz: \(differential.cases) cases, \(differential.values) values, \(differential.errors) errors, \(differential.lenient) only refused here"
        )
        #expect(differential.cases > 100)
    }

    private func schema(_ random: inout SeededRandom) -> Schema {
        random.pick([
            .array(Person.schema), Numbers.schema, Tree.schema, .array(Dog.schema), .array(Figure.schema), Maps.schema,
            .anything,
            Manual.schema, Wraps.schema, Snake.schema, Special.schema(date: .date), AnyKeys.schema,
        ])
    }

    private func decode(_ data: Data, _ differential: inout Differential, _ strategies: Strategies) {
        differential.compare(FreeJSON.self, data, strategies)
        differential.compare([Person].self, data, strategies)
        differential.compare(Numbers.self, data, strategies)
        differential.compare(Tree.self, data, strategies)
        differential.compare([Dog].self, data, strategies)
        differential.compare([Figure].self, data, strategies)
        differential.compare(Maps.self, data, strategies)
        differential.compare(Manual.self, data, strategies)
        differential.compare(Wraps.self, data, strategies)
        differential.compare(Snake.self, data, strategies)
        differential.compare(Special.self, data, strategies)
        differential.compare(AnyKeys.self, data, strategies)
    }
}
