/// The pages of a list; made by `Client.pages(of:maxPages:)`. Each reader begins at the first page.
///
/// It throws what the calls throw, and `decodingFailed` when the server goes round in circles: when a page leads to a
/// request that was sent before. Pages may be equal. A server that repeats a page for ever under ever new requests, as
/// one does that does not know the page number, is stopped by `maxPages`.
public struct Pages<R: PaginatedRequest>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = R.Response
    /// How a call fails.
    public typealias Failure = APIError

    let reader: PageReader<R>

    /// Begins at the first page.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

    /// Reads the pages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var reader: PageReader<R>

        /// The next page, or nil after the last.
        public mutating func next() async throws(APIError) -> R.Response? { try await next(isolation: nil) }

        /// The next page, or nil after the last.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(APIError) -> R.Response? {
            try await reader.next(isolation: actor)?.page
        }
    }
}
