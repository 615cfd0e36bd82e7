import EnterpriseJSON
import Foundation
import Testing

/// What the page Differences lists: each line of it both decoders are asked about.
@Suite(.serialized) struct FastJSONDecoderDifferenceTests {
    private struct Narrow: Decodable { let a: Int }

    private func outcomes<Value: Decodable>(
        _ type: Value.Type,
        _ data: Data,
        _ strategies: Strategies = .plain
    ) -> (ours: Value?, theirs: Value?) {
        (try? strategies.ours.decode(type, from: data), try? strategies.theirs.decode(type, from: data))
    }

    @Test(arguments: [
        #"{"a":1,"b":"\ud800"}"#, #"{"a":1,}"#, #"{"a":1,"b":[1,]}"#, #"{"a":1,"b":"\x"}"#, #"{"a":1,"b":1.}"#,
        #"{"a":1,"b":01}"#,
    ])
    func `a text that breaks the grammar where no one looks is refused`(text: String) {
        let (ours, theirs) = outcomes(Narrow.self, Data(text.utf8))
        #expect(ours == nil && theirs?.a == 1)
    }

    @Test func `bytes that are not UTF-8 are refused where no one looks, and other encodings everywhere`() throws {
        let broken = outcomes(Narrow.self, Data(#"{"a":1,"b":""#.utf8) + [0xFF] + Data(#""}"#.utf8))
        #expect(broken.ours == nil && broken.theirs?.a == 1)
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let other = outcomes(Narrow.self, try #require(#"{"a":1}"#.data(using: encoding)))
            #expect(other.ours == nil && other.theirs?.a == 1)
        }
    }

    @Test(arguments: [
        "2023-02-29T10:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T10:61:00Z", "2024-01-01T10:00:00Zx",
        "2024-1-1T10:00:00Z",
        "2024-01-01T10:00:00+02:60", "2024-01-01T10:00:00+2:00", "2024-01-01T10:00:00GMT", "12024-01-01T10:00:00Z",
        "0000-01-01T00:00:00Z",
    ])
    func `a date that does not exist, or is not written in full, is refused`(text: String) {
        let (ours, theirs) = outcomes(Date.self, Data("\"\(text)\"".utf8), .iso8601)
        #expect(ours == nil && theirs != nil)
    }

    @Test(arguments: ["2024-01-01t10:00:00z", "2024-01-01T10:00:00.1234567890123Z"])
    func `a date as RFC 3339 allows it is taken`(text: String) {
        let (ours, theirs) = outcomes(Date.self, Data("\"\(text)\"".utf8), .iso8601)
        #expect(ours != nil && theirs == nil)
    }

    @Test func `a date before 1582 is of the Gregorian calendar`() {
        let (ours, theirs) = outcomes(Date.self, Data(#""1500-01-01T00:00:00Z""#.utf8), .iso8601)
        #expect(ours?.timeIntervalSince1970 == -14_831_769_600 && theirs != ours)
    }

    @Test func `a UUID with a blank in it is refused`() {
        let (ours, theirs) = outcomes(UUID.self, Data(#""E1268A5f-f5Ee-1CEb-3eBf-f02A9 2e41f3""#.utf8))
        #expect(ours == nil && theirs != nil)
    }

    @Test func `zero with an exponent is zero`() {
        let (ours, theirs) = outcomes(Double.self, Data("0e9".utf8))
        #expect(ours == 0 && theirs == nil)
    }

    @Test func `with a key strategy a repeated key of a dictionary is not looked at`() {
        let (ours, theirs) = outcomes([String: Int].self, Data(#"{"a":1,"a":"x"}"#.utf8), .snake)
        #expect(ours == ["a": 1] && theirs == nil)
    }

    @Test func `keys are the same when their scalars are`() {
        let key = PlainKey("e\u{301}")
        struct Looking: Decodable {
            let found: Bool
            init(from decoder: any Decoder) throws {
                found = try decoder.container(keyedBy: PlainKey.self).contains(PlainKey("e\u{301}"))
            }
        }
        let (ours, theirs) = outcomes(Looking.self, Data(#"{"é":1}"#.utf8))
        #expect(ours?.found == false && theirs?.found == true && key.stringValue == "é")
    }

    @Test func `whole numbers beyond what a Double holds are exact`() {
        #expect(outcomes(UInt64.self, Data("18446744073709551614.0".utf8)).ours == nil)
        let (ours, theirs) = outcomes(Int.self, Data("9007199254740993.5".utf8))
        #expect(ours == nil && theirs != nil)
        #expect(outcomes(Int.self, Data("9007199254740993.0".utf8)).ours == 9_007_199_254_740_993)
    }

    @Test func `a number that does not fit has its path`() throws {
        let error = try #require(throws: DecodingError.self) {
            try FastJSONDecoder().decode([Narrow].self, from: Data(#"[{"a":1e30}]"#.utf8))
        }
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == ["Index 0", "a"])
        #expect(context.codingPath.map(\.intValue) == [0, nil])
    }

    @Test func `all keys come in the order of the text`() throws {
        struct Listing: Decodable {
            let names: [String]
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: PlainKey.self).allKeys.map(\.stringValue)
            }
        }
        let text = #"{"z":1,"a":2,"m":3,"z":4,"b":5,"y":6,"c":7}"#
        #expect(
            try FastJSONDecoder().decode(Listing.self, from: Data(text.utf8)).names == ["z", "a", "m", "b", "y", "c"]
        )
    }
}
