import EnterpriseJSON
import Foundation
import Testing

/// The same value, or an error of the same kind and place, as JSONDecoder; where not, see the page Differences.
@Suite(.serialized) struct FastJSONDecoderDifferentialTests {
    private static let perShape = 300

    /// Texts of a shape, as they should be, with strays, and with bytes changed.
    private func check<Value: Decodable & Equatable>(
        _ type: Value.Type,
        _ schema: Schema,
        _ strategies: Strategies = .plain,
        comparesErrors: Bool = true,
        mayDrop: Bool = false,
        seed: UInt64
    ) {
        var random = SeededRandom(seed: seed)
        var differential = Differential(comparesErrors: comparesErrors, mayDrop: mayDrop)
        for round in 0..<Self.perShape {
            let text = schema.text(&random, strays: [0, 5, 30][round % 3])
            let data = Data(text.utf8)
            differential.compare(type, data, strategies)
            for _ in 0..<3 { differential.compare(type, Mutation.mutated(data, &random), strategies) }
        }
        if let difference = differential.difference { Issue.record("\(difference)") }
        #expect(differential.values > Self.perShape / 20)
        #expect(differential.errors > Self.perShape / 20)
    }

    @Test func `records`() {
        check(Person.self, Person.schema, seed: 1)
        check([Person].self, .array(Person.schema), seed: 2)
        check([String: Person].self, .map(["a", "b"], Person.schema), comparesErrors: false, seed: 3)
    }

    @Test func `numbers`() {
        check(Numbers.self, Numbers.schema, seed: 4)
        check([Number].self, .array(.double), seed: 5)
        check([Number].self, .array(.oneOf([.double, .string])), .seconds, seed: 6)
        check([Decimal].self, .array(.double), seed: 7)
    }

    @Test func `classes that hold each other, and inherit`() {
        check(Tree.self, Tree.schema, seed: 8)
        check([Dog].self, .array(Dog.schema), seed: 9)
    }

    @Test func `enums with payloads`() {
        check(Figure.self, Figure.schema, seed: 10)
        check([Figure].self, .array(Figure.schema), seed: 11)
    }

    @Test func `dictionaries`() {
        check(Maps.self, Maps.schema, comparesErrors: false, seed: 12)
        check([Int: Person].self, .map(["1", "2", "x"], Person.schema), comparesErrors: false, seed: 13)
        check(
            [String: [String: Int]].self,
            .map(["a", "b"], .map(["c", "d"], .integer)),
            .snake,
            comparesErrors: false,
            mayDrop: true,
            seed: 14
        )
    }

    @Test func `anything`() {
        check(FreeJSON.self, .anything, seed: 15)
        check([FreeJSON].self, .array(.anything), seed: 16)
    }

    @Test func `keys that are only known when they are read`() {
        check(AnyKeys.self, AnyKeys.schema, seed: 17)
        check([AnyKeys].self, .array(AnyKeys.schema), .snake, seed: 18)
    }

    @Test func `containers by hand`() { check(Manual.self, Manual.schema, seed: 19) }

    @Test func `optionals, raw values and arrays of arrays`() { check(Wraps.self, Wraps.schema, seed: 20) }

    @Test func `key strategies`() {
        check(Snake.self, Snake.schema, .snake, seed: 21)
        check(
            [String: [Snake]].self,
            .map(["a_b", "cD"], .array(Snake.schema)),
            .snake,
            comparesErrors: false,
            mayDrop: true,
            seed: 22
        )
        check(Maps.self, Maps.schema, .snake, comparesErrors: false, mayDrop: true, seed: 23)
        check(
            [String: Snake].self,
            .map(["a_b", "y"], Snake.schema),
            .custom,
            comparesErrors: false,
            mayDrop: true,
            seed: 24
        )
    }

    @Test func `date, data and number strategies`() {
        let (text, number) = (Schema.date, Schema.oneOf([.small, .small, .double]))
        check(Special.self, Special.schema(date: number), .plain, seed: 30)
        check(Special.self, Special.schema(date: text), .iso8601, seed: 31)
        check(Special.self, Special.schema(date: number), .seconds, seed: 32)
        check(Special.self, Special.schema(date: number, data: .array(.small)), .milliseconds, seed: 33)
        check(Special.self, Special.schema(date: .string), .closures, seed: 34)
    }
}

/// Changes of bytes, as a faulty peer or an attacker makes them.
enum Mutation {
    private static let pieces: [[UInt8]] =
        [
            "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", "e", ".", "null", "true", "\\u", "\\ud800", "1e999",
            " ", "\n", "\u{0}", "é",
            "{}", "[]", "\"\"", "\u{FEFF}", "9999999999999999999999",
        ].map { Array($0.utf8) } + [[0x80], [0xFF], [0xC3], [0xED, 0xA0, 0x80]]

    static func mutated(_ data: Data, _ random: inout SeededRandom) -> Data {
        var bytes = Array(data)
        for _ in 0..<random.pick([1, 1, 1, 2, 4]) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.remove(at: index)
            case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...9, using: &random)))
            case 4: bytes.insert(contentsOf: random.pick(pieces), at: index)
            case 5: bytes.replaceSubrange(index...index, with: random.pick(pieces))
            default:
                let end = min(bytes.count, index + Int.random(in: 1...20, using: &random))
                bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: 0...bytes.count, using: &random))
            }
        }
        return Data(bytes)
    }
}
