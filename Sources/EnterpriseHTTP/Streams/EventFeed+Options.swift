extension EventFeed {
    /// Waiting times and limits of a feed.
    public struct Options: Sendable {
        /// The wait before connecting again, until the server says another time with `retry`.
        public var reconnectionTime: Duration = .seconds(3)
        /// The wait doubles with each further connection in a row that brings no event, up to this; but never under `retry`.
        public var maxReconnectionTime: Duration = .seconds(60)
        /// The longest wait that the server can ask for, by the `retry` of an event or the `Retry-After` of an answer that
        /// refuses a connection; when it asks for more, it is this.
        public var maxRequestedTime: Duration = .seconds(3600)
        /// A random part of the wait, at most this part of it, comes on top, so that the readers of a server that was down
        /// do not come back all at once; 0 for none.
        public var jitter = 0.5
        /// How long the server may send nothing at all, not even a comment, before the feed connects again; nil for the
        /// transport's `stallTimeout`. Long, since a feed without news is silent, and yet a limit, since a connection can
        /// be dead without a sign.
        public var idleTimeout: Duration? = .seconds(900)
        /// After how many connections in a row without an event the feed fails with the last one's error; nil for never.
        public var maxFailures: Int?
        /// The size of one event in bytes above which the feed fails with `responseTooLarge`.
        public var maxEventBytes = 1 << 20
        /// Waits; for tests, which need not.
        public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

        /// The defaults.
        public init() {}

        /// The wait after so many connections in a row without an event.
        ///
        /// - Parameters:
        ///   - reconnectionTime: The server's, or the options'.
        ///   - failures: How many connections in a row brought no event.
        ///   - asked: What the last answer asked for.
        func wait(_ reconnectionTime: Duration, failures: Int, asked: Duration?) -> Duration {
            let longest = Swift.max(reconnectionTime, maxReconnectionTime)
            // Zero would never grow, and a server that is down would be asked without a pause.
            var wait = Swift.max(failures > 0 ? .milliseconds(100) : .zero, reconnectionTime)
            for _ in 1..<Swift.max(failures, 1) where wait < longest { wait = Swift.min(wait * 2, longest) }
            let extra = wait * (Swift.max(0, jitter) * Double.random(in: 0...1))
            return Swift.max(wait, bounded(asked ?? .zero)) + extra
        }

        /// A time that the server asks for, within limits.
        func bounded(_ asked: Duration) -> Duration { Swift.min(asked, maxRequestedTime) }
    }
}
