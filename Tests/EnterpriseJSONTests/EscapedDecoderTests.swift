import EnterpriseJSON
import Foundation
import Testing

/// Decoders and containers that are kept after the call they came from.
@Suite(.serialized) struct EscapedDecoderTests {
    private enum Keys: String, CodingKey { case text, list, absent }

    private struct Keeper: Decodable {
        let decoder: any Decoder
        let keyed: KeyedDecodingContainer<Keys>
        let unkeyed: any UnkeyedDecodingContainer
        let single: any SingleValueDecodingContainer
        let parent: any Decoder

        init(from decoder: any Decoder) throws {
            self.decoder = decoder
            keyed = try decoder.container(keyedBy: Keys.self)
            unkeyed = try keyed.nestedUnkeyedContainer(forKey: .list)
            single = try keyed.superDecoder(forKey: .text).singleValueContainer()
            parent = try keyed.superDecoder()
        }
    }

    /// The bytes are overwritten and freed before anything is used.
    private func keepers() throws -> [Keeper] {
        let text = Array(
            #"[{"text":"a longer text than fits a word","list":[1,"two",[3]]},{"text":"b","list":[]}]"#.utf8
        )
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
        defer { buffer.deallocate() }
        buffer.copyBytes(from: text)
        let keepers = try FastJSONDecoder().decode([Keeper].self, from: UnsafeRawBufferPointer(buffer))
        for index in buffer.indices { buffer[index] = 0xAA }
        return keepers
    }

    @Test func `they stay valid`() throws {
        let keepers = try keepers()
        #expect(keepers.count == 2)
        let first = try #require(keepers.first)
        #expect(try first.keyed.decode(String.self, forKey: .text) == "a longer text than fits a word")
        #expect(try first.single.decode(String.self) == "a longer text than fits a word")
        var list = first.unkeyed
        #expect(try list.decode(Int.self) == 1)
        #expect(try list.decode(String.self) == "two")
        #expect(try list.decode([Int].self) == [3])
        #expect(first.parent.codingPath.map(\.stringValue) == ["Index 0", "super"])
        #expect(try first.parent.singleValueContainer().decodeNil())
        let error = try #require(throws: DecodingError.self) { try first.keyed.decode(Int.self, forKey: .text) }
        guard case .typeMismatch(_, let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == ["Index 0", "text"])
        #expect(try keepers[1].decoder.container(keyedBy: Keys.self).allKeys.count == 2)
    }

    @Test func `they stay valid when the call fails`() throws {
        final class Box: @unchecked Sendable { var decoder: (any Decoder)? }
        struct Failing: Decodable {
            init(from decoder: any Decoder) throws {
                if let key = CodingUserInfoKey(rawValue: "box") { (decoder.userInfo[key] as? Box)?.decoder = decoder }
                _ = try decoder.singleValueContainer().decode(Bool.self)
            }
        }
        let box = Box()
        // The decoder holds its user info, and so the box.
        defer { box.decoder = nil }
        var decoder = FastJSONDecoder()
        decoder.userInfo[try #require(CodingUserInfoKey(rawValue: "box"))] = box
        #expect(throws: DecodingError.self) {
            try decoder.decode(Failing.self, from: Array(#""kept as it was, not as a small one""#.utf8))
        }
        let kept = try #require(box.decoder)
        #expect(try kept.singleValueContainer().decode(String.self) == "kept as it was, not as a small one")
    }
}
