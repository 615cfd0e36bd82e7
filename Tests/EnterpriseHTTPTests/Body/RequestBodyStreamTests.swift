import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized) struct RequestBodyStreamTests {
    private func stream(_ sizes: [Int]) -> AsyncStream<Data> {
        AsyncStream { continuation in
            for size in sizes { continuation.yield(.pattern(size)) }
            continuation.finish()
        }
    }

    @Test(arguments: [([10, 1], "longer"), ([10, 0, 300_000], "longer"), ([9], "shorter"), ([], "shorter")])
    func `a stream that is whole and goes on, or ends early, never arrives as a whole request`(
        sizes: [Int],
        verb: String
    ) async throws {
        let echo = try EchoServer()
        let error = await echo.failure(posting: .stream(stream(sizes), length: 10))
        #expect(error?.code == .bodyFailed)
        #expect(error?.reason == "it is \(verb) than was said")
        #expect(echo.server.requestCount == 0)
    }

    @Test(arguments: [[], [0], [10], [0, 7, 0, 3, 0]])
    func `a stream of the length that was said arrives whole`(sizes: [Int]) async throws {
        let length = sizes.reduce(0, +)
        let arrival = try await EchoServer().post(.stream(stream(sizes), length: length))
        #expect(arrival.length == length)
        #expect(arrival.body == sizes.reduce(into: Data()) { $0 += Data.pattern($1) })
    }
}
