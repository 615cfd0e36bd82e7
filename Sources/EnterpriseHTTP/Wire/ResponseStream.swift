public import Foundation

/// The body of a response as its chunks come in, with back-pressure down to the socket: while nobody asks for the next
/// chunk, at most about 512 KB are held and the server has to wait.
///
/// It can be read once. Letting go of it before its end closes the connection. Until its end or until it is let go it
/// holds one of the places that its host has (`TransportOptions.maxConnectionsPerHost`), read or not: a stream that is
/// kept and not read keeps other calls waiting.
///
/// ```swift
/// struct Export: Request {
///     typealias Response = ResponseStream
///     var path: RequestPath { "export" }
/// }
/// for try await chunk in try await client.send(Export()) { … }
/// ```
public struct ResponseStream: AsyncSequence, Sendable {
    /// Bytes, in pieces of any size but zero.
    public typealias Element = Data
    /// How a stream fails: `connectionLost`, `timedOut`, `cancelled` and the like, with the endpoint, the attempts and the
    /// request id of its call, and without a status.
    public typealias Failure = APIError

    let source: any ChunkSource
    /// The call that brought it, once its client has told.
    var call: CallLabel?

    init(_ source: any ChunkSource) { self.source = source }

    /// The chunks of a sequence as a response's body, for transports and stubs.
    public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        source = SequenceSource(chunks)
    }

    /// Reads the chunks.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let source: any ChunkSource
        let call: CallLabel?

        /// The next chunk, or nil at the end.
        public mutating func next() async throws(APIError) -> Data? { try await next(isolation: nil) }

        /// The next chunk, or nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(APIError) -> Data? {
            do throws(APIError) { return try await source.next() } catch { throw error.of(call) }
        }
    }

    /// Reads the chunks. There may be one reader at a time: of two that wait, the second ends with `invalidRequest`.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source, call: call) }

    /// The whole rest in one piece; throws `responseTooLarge` when it is over `limit` bytes.
    public func collect(upTo limit: Int) async throws(APIError) -> Data {
        var data = Data()
        for try await chunk in self {
            guard data.count + chunk.count <= limit else {
                throw APIError(.responseTooLarge, reason: "its body is over \(limit) bytes").of(call)
            }
            data.append(chunk)
        }
        return data
    }
}

/// Where a stream's chunks come from. Its end of life ends what feeds it.
protocol ChunkSource: AnyObject, Sendable {
    func next() async throws(APIError) -> Data?
}
