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
            let shape = random.pick(Self.shapes)
            let strategies = random.pick([Strategies.plain, .snake, .iso8601, .seconds, .closures])
            var data = Data(shape.schema.text(&random, strays: random.pick([0, 10, 100])).utf8)
            for _ in 0..<random.pick([1, 2, 8, 30]) {
                shape.compare(&differential, data, strategies)
                random.pick(Self.shapes).compare(&differential, data, strategies)
                data = Mutation.mutated(data, &random)
            }
        }
        if let difference = differential.difference { Issue.record("\(difference)") }
        print(
            "fuzz: \(differential.cases) cases, \(differential.values) values, \(differential.errors) errors, \(differential.lenient) only refused here"
        )
        #expect(differential.cases > 100)
    }

    /// A schema, and the type that its texts are of.
    private struct Shape: Sendable {
        let schema: Schema
        let compare: @Sendable (inout Differential, Data, Strategies) -> Void

        init<Value: Decodable & Equatable & SendableMetatype>(_ type: Value.Type, _ schema: Schema) {
            self.schema = schema
            compare = { differential, data, strategies in differential.compare(Value.self, data, strategies) }
        }
    }

    private static let shapes = [
        Shape([Person].self, .array(Person.schema)), Shape(Numbers.self, Numbers.schema), Shape(Tree.self, Tree.schema),
        Shape([Dog].self, .array(Dog.schema)), Shape([Figure].self, .array(Figure.schema)),
        Shape(Maps.self, Maps.schema),
        Shape(FreeJSON.self, .anything), Shape(Manual.self, Manual.schema), Shape(Wraps.self, Wraps.schema),
        Shape(Snake.self, Snake.schema), Shape(Special.self, Special.schema(date: .date)),
        Shape(AnyKeys.self, AnyKeys.schema),
    ]
}
