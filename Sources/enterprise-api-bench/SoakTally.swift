import EnterpriseHTTP

/// What came of the calls of a soak.
struct SoakTally {
    var started = 0
    private(set) var ended = 0
    private(set) var late = 0
    private(set) var outcomes: [String: Int] = [:]
    private(set) var submitted: Set<String> = []
    private(set) var unknown: Set<String> = []
    /// Calls whose outcome went to the delegate, and callbacks.
    var delegated = 0
    var reported = 0

    mutating func end(order: String?, _ error: APIError?, isLate: Bool) {
        ended += 1
        if isLate { late += 1 }
        outcomes[error.map(\.code.description) ?? "succeeded", default: 0] += 1
        guard let order else { return }
        if error == nil { submitted.insert(order) }
        if error?.isOutcomeUnknown == true { unknown.insert(order) }
    }
}

/// The sums over all lives of a soak.
struct SoakTotals {
    private(set) var tallies = SoakTally.Counts()
    private(set) var orders = SoakTally.Counts.Orders()
    private(set) var faults: [String: Int] = [:]
    private(set) var connections = 0
    private(set) var logins = 0

    mutating func add(_ tally: SoakTally, arrived: [String], faults: [String: Int], connections: Int, logins: Int) {
        tallies.add(tally)
        orders.add(tally, arrived: arrived)
        self.faults.merge(faults, uniquingKeysWith: +)
        self.connections += connections
        self.logins += logins
    }

    /// What has to hold, in words, and whether it does.
    var checks: [(String, Bool)] {
        [
            ("calls started = calls ended: \(tallies.started) = \(tallies.ended)", tallies.started == tallies.ended),
            (
                "calls with a delegate = callbacks: \(tallies.delegated) = \(tallies.reported)",
                tallies.delegated == tallies.reported
            ),
            ("each in time: \(tallies.late) late", tallies.late == 0),
            ("none of \(orders.arrived) orders arrived twice: \(orders.repeated) did", orders.repeated == 0),
            ("each of \(orders.submitted) submitted orders arrived: \(orders.missing) did not", orders.missing == 0),
            (
                "the others are among \(orders.unknown) of unknown outcome: \(orders.unreported) are not",
                orders.unreported == 0
            ),
        ]
    }

    /// The figures, a line each.
    var table: [(String, Int)] {
        let outcomes = tallies.outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return [("calls", tallies.ended)] + outcomes.map { ("  \($0.key)", $0.value) }
            + [("logins on the server", logins), ("connections", connections)]
            + [("faults", faults.values.reduce(0, +))]
            + faults.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ("  \($0.key)", $0.value) }
    }
}

extension SoakTally {
    /// The tallies of several lives in one.
    struct Counts {
        private(set) var (started, ended, late, delegated, reported) = (0, 0, 0, 0, 0)
        private(set) var outcomes: [String: Int] = [:]

        mutating func add(_ tally: SoakTally) {
            started += tally.started
            ended += tally.ended
            late += tally.late
            delegated += tally.delegated
            reported += tally.reported
            outcomes.merge(tally.outcomes, uniquingKeysWith: +)
        }

        /// What the server has beside what its clients were told.
        struct Orders {
            private(set) var (arrived, repeated, submitted, missing, unknown, unreported) = (0, 0, 0, 0, 0, 0)

            mutating func add(_ tally: SoakTally, arrived orders: [String]) {
                let all = Set(orders)
                arrived += orders.count
                repeated += orders.count - all.count
                submitted += tally.submitted.count
                missing += tally.submitted.subtracting(all).count
                unknown += tally.unknown.count
                unreported += all.subtracting(tally.submitted).subtracting(tally.unknown).count
            }
        }
    }
}
