/// The items of all pages of a list; made by `Client.items(of:maxPages:)`. Fails as `Pages` does.
public struct PageItems<R: PaginatedRequest>: AsyncSequence, Sendable {
    /// An item.
    public typealias Element = R.Item
    /// How a call fails.
    public typealias Failure = APIError

    let reader: PageReader<R>

    /// Begins at the first page.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }

    /// Reads the items.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var reader: PageReader<R>
        private var items: ArraySlice<R.Item> = []

        fileprivate init(reader: PageReader<R>) { self.reader = reader }

        /// The next item, or nil after the last one of the last page.
        public mutating func next() async throws(APIError) -> R.Item? { try await next(isolation: nil) }

        /// The next item, or nil after the last one of the last page.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(APIError) -> R.Item? {
            while items.isEmpty {
                guard let page = try await reader.next(isolation: actor) else { return nil }
                items = page.items[...]
            }
            return items.popFirst()
        }
    }
}
