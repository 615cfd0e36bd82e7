extension CircuitBreaker {
    /// What is known of one origin.
    struct Circuit {
        /// How a call that went on ended.
        enum Outcome {
            case success
            case failure
            /// It tells nothing about the server.
            case neither
        }

        /// Lets one call go on; void when the state has changed since.
        struct Permit {
            fileprivate let generation: Int
        }

        /// Why a call may not go on.
        struct Refusal: Error {
            /// How long the cooldown lasts; nil while another call is the probe.
            let left: Duration?

            func reason(for origin: String) -> String {
                guard let left else { return "\(origin) failed; another call is finding out whether it is back" }
                let seconds = left.components.seconds + (left.components.attoseconds > 0 ? 1 : 0)
                return "\(origin) failed again and again; it is tried again in \(seconds) s"
            }
        }

        private(set) var state = State.closed
        private var failures = 0
        private var isProbed = false
        private var openedAt: ContinuousClock.Instant?
        /// Counts the changes of the state: the outcome of a call that began before the latest tells nothing new.
        private var generation = 0

        /// Whether nothing would be lost without it.
        var isNew: Bool { generation == 0 && failures == 0 }

        private mutating func turn(_ state: State) {
            self.state = state
            generation += 1
            failures = 0
            isProbed = false
        }

        mutating func enter(at now: ContinuousClock.Instant, cooldown: Duration) -> Result<Permit, Refusal> {
            if state == .open {
                let until = openedAt.map { $0 + cooldown } ?? now
                guard until <= now else { return .failure(Refusal(left: now.duration(to: until))) }
                turn(.halfOpen)
            }
            if state == .halfOpen {
                guard !isProbed else { return .failure(Refusal(left: nil)) }
                isProbed = true
            }
            return .success(Permit(generation: generation))
        }

        mutating func leave(_ permit: Permit, _ outcome: Outcome, at now: ContinuousClock.Instant, limit: Int) {
            guard permit.generation == generation else { return }
            isProbed = false
            switch (outcome, state) {
            case (.neither, _), (_, .open): break
            case (.success, .closed): failures = 0
            case (.success, .halfOpen): turn(.closed)
            case (.failure, .closed) where failures + 1 < limit: failures += 1
            case (.failure, _):
                turn(.open)
                openedAt = now
            }
        }
    }
}
