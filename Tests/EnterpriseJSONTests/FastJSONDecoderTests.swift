import EnterpriseJSON
import Foundation
import Testing

@Suite(.serialized) struct FastJSONDecoderTests {
    private func decode<Value: Decodable>(_ type: Value.Type = Value.self, _ text: String) throws -> Value {
        try FastJSONDecoder().decode(type, from: Data(text.utf8))
    }

    private func error(_ type: (some Decodable).Type, _ text: String) throws -> DecodingError {
        try #require(throws: DecodingError.self) { _ = try decode(type, text) }
    }

    @Test func `data, its slices, bytes side by side or not, and a buffer are read`() throws {
        let decoder = FastJSONDecoder()
        let bytes = Array("x[1,2]x".utf8)
        #expect(try decoder.decode([Int].self, from: Data(bytes)[1..<6]) == [1, 2])
        #expect(try decoder.decode([Int].self, from: bytes[1..<6]) == [1, 2])
        #expect(try decoder.decode([Int].self, from: bytes[1..<6].lazy.map { $0 }) == [1, 2])
        #expect(try bytes[1..<6].withUnsafeBytes { try decoder.decode([Int].self, from: $0) } == [1, 2])
        #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: Data()) }
        #expect(throws: DecodingError.self) {
            try decoder.decode([Int].self, from: UnsafeRawBufferPointer(start: nil, count: 0))
        }
        #expect(try decoder.decode(Int.self, from: Data("\u{FEFF}7".utf8)) == 7)
    }

    @Test(arguments: [
        ("[1,\n {\"a\": x}]", 11, 2, 8), ("", 0, 1, 1), ("[1]\r\n\r\n2", 7, 3, 1), ("[\"é\",]", 6, 1, 6),
    ])
    func `a text that is no JSON is refused with its place`(text: String, offset: Int, line: Int, column: Int) throws {
        let error = try error([Int].self, text)
        #expect(error.jsonLocation?.offset == offset)
        #expect(error.jsonLocation?.description == "line \(line), column \(column)")
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(context.codingPath.isEmpty && context.underlyingError is JSONSyntaxError)
    }

    @Test(arguments: [
        ("[{\"name\":\"a\",\n\"age\":1,\"tags\":[\"b\",\n 5]}]", "0/tags/1", 3, 2), ("[{}]", "0", 1, 2),
        ("[\n null]", "0", 2, 2),
        ("[{\"name\":\"é\",\"age\":300}]", "0/age", 1, 20), ("{}", "", 1, 1),
        ("[{\"name\":\"a\",\"age\":1,\"tags\":{}}]", "0/tags", 1, 29),
    ])
    func `a value of another kind is told by path and place`(text: String, path: String, line: Int, column: Int) throws
    {
        struct Record: Decodable {
            let name: String
            let age: UInt8
            let tags: [String]
        }
        let error = try error([Record].self, text)
        let found: DecodingError.Context =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: throw error
            }
        #expect(found.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/") == path)
        #expect(error.jsonLocation?.description == "line \(line), column \(column)")
    }

    @Test func `an error of the model itself gets a place too, one of another type stays as it is`() throws {
        struct Strict: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                guard try container.decode(Int.self) > 0 else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "not positive")
                }
            }
        }
        struct Other: Error {}
        struct Foreign: Decodable { init(from decoder: any Decoder) throws { throw Other() } }
        #expect(try error([Strict].self, "[1,\n2, -3]").jsonLocation?.description == "line 2, column 4")
        #expect(throws: Other.self) { try decode([Foreign].self, "[1]") }
    }

    @Test func `arrays and objects nest up to the limit and no deeper`() throws {
        let limit = JSONSyntax.maximumDepth
        let deep = String(repeating: "[", count: limit) + String(repeating: "]", count: limit)
        var value = try decode(FreeJSON.self, deep)
        var depth = 0
        while case .array(let inner) = value, let first = inner.first { (value, depth) = (first, depth + 1) }
        #expect(depth == limit - 1)
        #expect(try error(FreeJSON.self, "[" + deep + "]").jsonLocation?.offset == limit)
        #expect(try error(Tree.self, String(repeating: #"{"left":"#, count: 100_000)).jsonLocation?.offset == limit * 8)
    }

    @Test(arguments: [16_777_214, 16_777_215, 16_777_216])
    func `strings and keys at the limits of a word of the tape are whole`(count: Int) throws {
        let long = String(repeating: "k", count: count)
        let object = try decode([String: String].self, #"{"\#(long)":"b","c":"\#(long)","d":"e"}"#)
        #expect(object[long] == "b" && object["c"] == long && object["d"] == "e")
    }

    @Test func `an array of very many values and an object of very many keys are whole`() throws {
        let numbers = try decode([Int].self, "[" + (0..<300_000).map(String.init).joined(separator: ",") + "]")
        #expect(numbers == Array(0..<300_000))
        let object = try decode(
            [String: Int].self,
            "{" + (0..<50_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        )
        #expect(object.count == 50_000 && object["k49999"] == 49_999)
    }

    @Test func `of keys that come twice the first counts, however they are written`() throws {
        struct Pair: Decodable, Equatable { let a: Int, b: Int }
        for text in [
            #"[{"a":1,"b":2,"a":3,"b":4}]"#, #"[{"a":1,"b":2},{"a":1,"b":2,"\u0061":3}]"#,
            #"[{"\u0061":1,"a":3,"b":2}]"#,
        ] {
            #expect(try decode([Pair].self, text).last == Pair(a: 1, b: 2))
        }
        let many = (0..<90).map { #""k\#($0)":0"# }.joined(separator: ",")
        #expect(try decode([Pair].self, #"[{\#(many),"b":2,"a":1,\#(many),"a":5,"b":6}]"#) == [Pair(a: 1, b: 2)])
        #expect(
            try decode([Pair].self, #"[{"a":1,"b":2,"a":3},{"a":1,"b":2,"a":3}]"#) == [
                Pair(a: 1, b: 2), Pair(a: 1, b: 2),
            ]
        )
    }

    @Test func `looking up many keys in any order takes no quadratic time`() throws {
        let text = "{" + (0..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        let start = ContinuousClock.now
        let keys = try decode(AnyKeys.self, text)
        #expect(keys.values.count == 20_001)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `a value whose every element is an error to the model takes no quadratic time`() throws {
        let text = "[" + Array(repeating: "7", count: 20_000).joined(separator: ",") + "]"
        let start = ContinuousClock.now
        #expect(try decode([Opaque].self, text).count == 20_000)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func `one decoder is used by many threads at once`() async throws {
        var decoder = FastJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let shared = decoder
        let text = Data(("[" + (0..<50).map { #"{"first_name":"n\#($0)"}"# }.joined(separator: ",") + "]").utf8)
        let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<16 {
                group.addTask { try (0..<20).map { _ in try shared.decode([Snake].self, from: text).count } }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(counts == Array(repeating: 50, count: 320))
    }

    @Test func `values that are not there may be asked for while a dictionary is read`() throws {
        struct Asking: Decodable {
            let paths: [String]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: PlainKey.self)
                paths = try (0..<50).map { path(try container.superDecoder(forKey: PlainKey("n\($0)")).codingPath) }
            }
        }
        let text = "{" + (0..<500).map { "\"k\($0)\":{}" }.joined(separator: ",") + "}"
        for key in [FastJSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase] {
            var decoder = FastJSONDecoder()
            decoder.keyDecodingStrategy = key
            let values = try decoder.decode([String: Asking].self, from: Data(text.utf8))
            #expect(values.count == 500)
            #expect(values.allSatisfy { name, value in value.paths.last == "\(name)/n49" })
        }
    }

    @Test func `user info and configuration reach the type`() throws {
        struct Scaled: DecodableWithConfiguration, Equatable {
            let value: Int
            init(from decoder: any Decoder, configuration: Int) throws {
                value = try decoder.singleValueContainer().decode(Int.self) * configuration
            }
        }
        #expect(try FastJSONDecoder().decode(Scaled.self, from: Data("4".utf8), configuration: 3).value == 12)
    }
}
