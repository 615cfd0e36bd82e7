extension EventFeed {
    /// Waiting times and limits of a feed.
    public struct Options: Sendable {
        /// The wait before connecting again, until the server says another time with `retry`.
        public var reconnectionTime: Duration = .seconds(3)
        /// The wait doubles with each further connection in a row that brings no event, up to this; but never under `retry`.
        public var maxReconnectionTime: Duration = .seconds(60)
        /// After how many connections in a row without an event the feed fails with the last one's error; nil for never.
        public var maxFailures: Int?
        /// The size of one event in bytes above which the feed fails with `responseTooLarge`.
        public var maxEventBytes = 1 << 20
        /// Waits; for tests, which need not.
        public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

        /// The defaults.
        public init() {}

        /// The wait after so many connections in a row without an event.
        func wait(_ reconnectionTime: Duration, failures: Int) -> Duration {
            let longest = Swift.max(reconnectionTime, maxReconnectionTime)
            var wait = reconnectionTime
            for _ in 1..<Swift.max(failures, 1) where wait < longest { wait = Swift.min(wait * 2, longest) }
            return wait
        }
    }
}
