/// Server-sent events over as many connections as it takes; made by `Client.events(of:)`.
///
/// Each reader opens a connection of its own, when it asks for its first event, and closes it when it goes.
public struct EventFeed: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = ServerSentEvent
    /// What waiting can't mend.
    public typealias Failure = APIError

    /// Opens a connection that goes on after an event; nil when the server has no more of them.
    typealias Connect = @Sendable (_ lastEventID: String) async throws(APIError) -> ResponseStream?

    static let mediaType = "text/event-stream"

    let endpoint: String
    let reconnects: Bool
    let lastEventID: String
    let options: Options
    let connect: Connect
    /// Waits before a connection.
    let sleep: @Sendable (Duration) async throws(APIError) -> Void

    /// Begins at the feed's start.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(feed: self, lastEventID: lastEventID, reconnectionTime: options.reconnectionTime)
    }

    /// The body of an answer, if it is an event stream.
    @Sendable static func stream(_ response: WireResponse) throws -> ResponseStream? {
        if response.status == 204 { return nil }
        let type = response.headers[HTTPHeaders.contentType] ?? ""
        let essence = type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }
        guard essence.equalsIgnoringCase(mediaType) else {
            throw APIError(.decodingFailed, reason: "the answer is no event stream").with(response)
        }
        return response.bytes
    }

    /// Reads the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let feed: EventFeed
        private var events: ResponseStream.ServerSentEvents.AsyncIterator?
        private var lastEventID: String
        private var reconnectionTime: Duration
        /// What the last answer asked to wait for.
        private var retryAfter: Duration?
        /// Connections in a row that brought no event.
        private var failures = 0
        private var hasBroughtEvent = false
        private var isOver = false

        fileprivate init(feed: EventFeed, lastEventID: String, reconnectionTime: Duration) {
            self.feed = feed
            self.lastEventID = lastEventID
            self.reconnectionTime = reconnectionTime
        }

        /// The next event, or nil when the server says that there will be none.
        public mutating func next() async throws(APIError) -> ServerSentEvent? { try await next(isolation: nil) }

        /// The next event, or nil when the server says that there will be none.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(APIError) -> ServerSentEvent? {
            while !isOver {
                let failure: APIError?
                do throws(APIError) {
                    if let event = try await nextOfConnection(isolation: actor) { return event }
                    failure = nil
                } catch { failure = error }
                if isOver { break }
                try disconnect(because: failure)
                if !isOver { try await pause(isolation: actor) }
            }
            return nil
        }

        private mutating func nextOfConnection(
            isolation actor: isolated (any Actor)?
        ) async throws(APIError) -> ServerSentEvent? {
            if events == nil {
                guard let stream = try await feed.connect(lastEventID) else {
                    isOver = true
                    return nil
                }
                events =
                    ResponseStream.ServerSentEvents(
                        stream: stream,
                        limit: feed.options.maxEventBytes,
                        lastEventID: lastEventID
                    ).makeAsyncIterator()
            }
            guard let event = try await events?.next(isolation: actor) else { return nil }
            hasBroughtEvent = true
            return event
        }

        /// Lets the connection go, and keeps what the next one needs. Throws what waiting can't mend.
        private mutating func disconnect(because failure: APIError?) throws(APIError) {
            if let parser = events?.parser {
                lastEventID = parser.lastEventID
                reconnectionTime = parser.reconnectionTime.map(feed.options.bounded) ?? reconnectionTime
            }
            events = nil
            retryAfter = failure?.retryAfter
            failures = hasBroughtEvent ? 0 : failures + 1
            hasBroughtEvent = false
            let isExhausted = failures >= feed.options.maxFailures ?? .max
            guard !feed.reconnects || isExhausted || failure?.isRetryable == false else { return }
            isOver = true
            guard var error = failure ?? (isExhausted ? .noEvents : nil) else { return }
            error.endpoint = error.endpoint ?? feed.endpoint
            throw error
        }

        private mutating func pause(isolation actor: isolated (any Actor)?) async throws(APIError) {
            let wait = feed.options.wait(reconnectionTime, failures: failures, asked: retryAfter)
            do throws(APIError) { try await feed.sleep(wait) } catch {
                isOver = true
                throw error.of(CallLabel(endpoint: feed.endpoint))
            }
        }
    }
}

extension APIError {
    fileprivate static var noEvents: APIError {
        APIError(.connectionLost, reason: "the server ended the feed again and again, without an event")
    }
}
