extension ResponseStream {
    /// The body as lines of UTF-8 text; one over 1 MB is refused.
    public var lines: Lines { lines(upTo: 1 << 20) }

    /// The body as lines of UTF-8 text; one over `limit` bytes ends the sequence with `responseTooLarge`.
    public func lines(upTo limit: Int) -> Lines { Lines(stream: self, limit: limit) }

    /// The lines of a body. They end in LF, CRLF or CR, the last one also without; bytes that are no UTF-8 become U+FFFD.
    public struct Lines: AsyncSequence, Sendable {
        /// A line without its end.
        public typealias Element = String
        /// How the stream fails, or `responseTooLarge`.
        public typealias Failure = APIError

        let stream: ResponseStream
        let limit: Int

        /// Reads the lines. The body can be read once.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream, limit: limit) }

        /// Reads the lines.
        public struct AsyncIterator: AsyncIteratorProtocol {
            private(set) var chunks: ResponseStream.AsyncIterator
            private var splitter: LineSplitter

            fileprivate init(_ stream: ResponseStream, limit: Int) {
                chunks = stream.makeAsyncIterator()
                splitter = LineSplitter(limit: limit)
            }

            /// The next line, or nil at the end.
            public mutating func next() async throws(APIError) -> String? { try await next(isolation: nil) }

            /// The next line, or nil at the end.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(APIError) -> String? {
                if let line = try await nextWhole(isolation: actor) { return line }
                return splitter.last()
            }

            /// The next line that has an end.
            mutating func nextWhole(isolation actor: isolated (any Actor)?) async throws(APIError) -> String? {
                while true {
                    do throws(APIError) { if let line = try splitter.next() { return line } } catch {
                        throw error.of(chunks.call)
                    }
                    guard let chunk = try await chunks.next(isolation: actor) else { return nil }
                    splitter.add(chunk)
                }
            }
        }
    }
}
