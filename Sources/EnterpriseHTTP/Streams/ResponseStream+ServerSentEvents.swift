extension ResponseStream {
    /// The body as events of an event stream (`text/event-stream`); one over 1 MB is refused.
    public var serverSentEvents: ServerSentEvents { serverSentEvents(upTo: 1 << 20) }

    /// The body as events of an event stream; one over `limit` bytes ends the sequence with `responseTooLarge`.
    public func serverSentEvents(upTo limit: Int) -> ServerSentEvents {
        ServerSentEvents(stream: self, limit: limit, lastEventID: "")
    }

    /// The events of an event stream (WHATWG HTML standard section 9.2). An event that is cut off by the end is dropped.
    ///
    /// It ends when the stream does; `Client.events(of:)` connects again.
    public struct ServerSentEvents: AsyncSequence, Sendable {
        /// An event.
        public typealias Element = ServerSentEvent
        /// How the stream fails, or `responseTooLarge`.
        public typealias Failure = APIError

        let stream: ResponseStream
        let limit: Int
        let lastEventID: String

        /// Reads the events. The body can be read once.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(
                lines: stream.lines(upTo: limit).makeAsyncIterator(),
                parser: EventParser(limit: limit, lastEventID: lastEventID)
            )
        }

        /// Reads the events.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate var lines: Lines.AsyncIterator
            fileprivate(set) var parser: EventParser

            /// The next event, or nil at the end.
            public mutating func next() async throws(APIError) -> ServerSentEvent? { try await next(isolation: nil) }

            /// The next event, or nil at the end.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(APIError) -> ServerSentEvent?
            {
                while let line = try await lines.nextWhole(isolation: actor) {
                    do throws(APIError) { if let event = try parser.take(line) { return event } } catch {
                        throw error.of(lines.chunks.call)
                    }
                }
                return nil
            }
        }
    }
}
