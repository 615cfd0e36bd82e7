import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct ConditionalGetStoreTests {
    private func answer(_ size: Int, to request: HTTPHeaders = [:], vary: String? = nil) throws -> ConditionalGet.Answer
    {
        var headers: HTTPHeaders = ["ETag": "\"\(size)\""]
        headers["Vary"] = vary
        let response = WireResponse(status: 200, headers: headers, body: Data(count: size))
        return try #require(ConditionalGet.Answer(response, to: request))
    }

    @Test func `it never holds more than it may, and knows how much it holds`() throws {
        var generator = SeededGenerator(seed: 304)
        var store = ConditionalGet.Store(maxBytes: 20_000)
        for _ in 0..<1500 {
            let key = [UInt8.random(in: 0..<40, using: &generator)]
            let request: HTTPHeaders = ["X": "\(Int.random(in: 0..<12, using: &generator))"]
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: store.put(nil, at: key, for: request, generation: 0)
            case 1...3:
                guard let old = store.find(key, for: request) else { continue }
                store.replace(old, by: try answer(.random(in: 0..<4000, using: &generator)), at: key)
            default:
                let new = try answer(.random(in: 0..<6000, using: &generator), to: request, vary: "X")
                store.put(new, at: key, for: request, generation: 0)
                #expect(store.find(key, for: request) === new)
            }
            #expect(store.bytes <= 20_000)
        }
        for key in UInt8(0)..<40 {
            for value in 0..<12 { store.put(nil, at: [key], for: ["X": "\(value)"], generation: 0) }
        }
        #expect(store.bytes == 0)
    }

    @Test func `an answer that was replaced meanwhile stays replaced`() throws {
        var store = ConditionalGet.Store(maxBytes: 20_000)
        let (first, second) = (try answer(1), try answer(2))
        store.put(first, at: [1], for: [:], generation: 0)
        store.put(second, at: [1], for: [:], generation: 0)
        store.replace(first, by: try answer(3), at: [1])
        #expect(store.find([1], for: [:]) === second)
    }
}
