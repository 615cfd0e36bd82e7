extension SharedReads {
    /// What makes requests identical. It holds credentials, as the request itself does, and no longer.
    struct Key: Hashable {
        private let origin: String
        private let target: String
        private let fields: [HTTPHeaders.Field]

        init(_ request: WireRequest, ignoring names: Set<String>) {
            origin = request.origin
            target = request.target
            fields = request.headers.filter { !names.contains($0.name.lowercased()) }
        }
    }

    /// How an exchange ended for one of those who waited for it.
    struct Landing {
        let outcome: APIResult<WireResponse>
        /// The time limit of the exchange, which is that of the call that began it.
        let deadline: ContinuousClock.Instant?

        /// The end of one call, which has nothing to do with the exchange.
        static func alone(_ error: APIError) -> Landing { Landing(outcome: .failure(error), deadline: nil) }

        /// Whether the exchange was out of time when a call with a longer limit was not.
        func isEarly(for limit: ContinuousClock.Instant?, at now: ContinuousClock.Instant) -> Bool {
            guard case .failure(let error) = outcome, error.code == .timedOut, let deadline else { return false }
            return deadline <= now && limit.map { $0 > deadline } ?? true
        }
    }

    /// One call that waits.
    struct Passenger {
        let continuation: CheckedContinuation<Landing, Never>
        /// Takes it out when its own time is over before that of the exchange.
        let timer: Task<Void, Never>?

        func end(_ landing: Landing) {
            timer?.cancel()
            continuation.resume(returning: landing)
        }
    }

    /// One exchange, and the calls that wait for it.
    struct Flight {
        let id: Int
        let deadline: ContinuousClock.Instant?
        let task: Task<Void, Never>
        var passengers: [Int: Passenger] = [:]
    }

    /// The exchanges that run.
    struct Flights {
        private var running: [Key: Flight] = [:]
        private var lastID = 0

        /// How many calls wait.
        var passengers: Int { running.values.reduce(0) { $0 + $1.passengers.count } }

        mutating func makeID() -> Int {
            lastID += 1
            return lastID
        }

        /// Lets a call wait for the exchange of its key, which is begun with `start` when there is none.
        mutating func board(
            _ key: Key,
            _ id: Int,
            _ continuation: CheckedContinuation<Landing, Never>,
            until deadline: ContinuousClock.Instant?,
            start: (Int) -> Task<Void, Never>,
            timer: (ContinuousClock.Instant) -> Task<Void, Never>
        ) {
            var flight = running.removeValue(forKey: key) ?? Flight(id: id, deadline: deadline, task: start(id))
            let isShorter = deadline.map { deadline in flight.deadline.map { deadline < $0 } ?? true } ?? false
            flight.passengers[id] = Passenger(
                continuation: continuation,
                timer: isShorter ? deadline.map(timer) : nil
            )
            running[key] = flight
        }

        /// Takes an exchange out that has ended; nil when all had left it.
        mutating func land(_ key: Key, _ id: Int) -> Flight? {
            running[key]?.id == id ? running.removeValue(forKey: key) : nil
        }

        /// Takes a call out, and gives the exchange that nobody waits for any more.
        mutating func leave(_ key: Key, _ id: Int) -> (Passenger, abandoned: Task<Void, Never>?)? {
            guard let passenger = running[key]?.passengers.removeValue(forKey: id) else { return nil }
            guard running[key]?.passengers.isEmpty == true else { return (passenger, nil) }
            return (passenger, running.removeValue(forKey: key)?.task)
        }
    }
}
