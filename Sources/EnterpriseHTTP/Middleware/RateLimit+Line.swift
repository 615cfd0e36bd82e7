extension RateLimit {
    /// The bucket and those who wait for its tokens. Only the first one waits for time to pass.
    ///
    /// The bucket is kept as the instant at which it will be full: exact, where a count of tokens would be rounded.
    struct Line {
        /// What came of entering.
        enum Place {
            case passed
            case refused
            case first
            case queued(Int)
        }

        typealias Waiter = CheckedContinuation<Void, Never>

        private let interval: Duration
        private let burst: Int
        private var full: ContinuousClock.Instant
        /// The ticket of the one that waits for a token.
        private var first: Int?
        /// Those behind it. One that has a ticket and does not wait yet is there without a continuation.
        private var waiting: [Int: Waiter?] = [:]
        private var lastTicket = 0
        /// No ticket before it waits.
        private var next = 1

        init(interval: Duration, burst: Int, now: ContinuousClock.Instant) {
            self.interval = interval
            self.burst = min(max(1, burst), 1_000_000_000)
            full = now
        }

        /// How many wait.
        var count: Int { (first == nil ? 0 : 1) + waiting.count }

        /// When there is a token for the one that has `ahead` others before it.
        private func due(ahead: Int, now: ContinuousClock.Instant) -> ContinuousClock.Instant {
            max(now, max(full, now) - interval * (burst - 1 - ahead))
        }

        /// Passes at once when nobody waits and there is a token; else enters the line, unless its turn would come too late.
        mutating func enter(
            before deadline: ContinuousClock.Instant?,
            at now: ContinuousClock.Instant
        ) -> (place: Place, wait: Duration) {
            let wait = now.duration(to: due(ahead: count, now: now))
            if let deadline, wait > .zero, now + wait >= deadline { return (.refused, wait) }
            guard first != nil else {
                guard wait > .zero else {
                    full = max(full, now) + interval
                    return (.passed, wait)
                }
                first = makeTicket()
                return (.first, wait)
            }
            let ticket = makeTicket()
            waiting[ticket] = .some(nil)
            return (.queued(ticket), wait)
        }

        private mutating func makeTicket() -> Int {
            lastTicket += 1
            return lastTicket
        }

        func isFirst(_ ticket: Int) -> Bool { first == ticket }

        /// Waits for the turn; gives the continuation back when there is nothing to wait for.
        mutating func wait(_ ticket: Int, _ continuation: Waiter, isCancelled: Bool) -> Waiter? {
            guard waiting[ticket] != nil else { return continuation }
            if isCancelled {
                waiting[ticket] = nil
                return continuation
            }
            waiting[ticket] = .some(continuation)
            return nil
        }

        /// Takes out one that waits behind the first.
        mutating func leave(_ ticket: Int) -> Waiter? { waiting.removeValue(forKey: ticket) ?? nil }

        /// Takes a token; how long to wait when there is none.
        mutating func takeToken(at now: ContinuousClock.Instant) -> Duration? {
            let wait = now.duration(to: due(ahead: 0, now: now))
            guard wait <= .zero else { return wait }
            full = max(full, now) + interval
            return nil
        }

        /// Lets the next one be first.
        mutating func leaveFirst() -> Waiter? {
            first = nil
            guard !waiting.isEmpty else {
                next = lastTicket + 1
                return nil
            }
            while next <= lastTicket {
                defer { next += 1 }
                if let waiter = waiting.removeValue(forKey: next) {
                    first = next
                    return waiter
                }
            }
            return nil
        }
    }
}
