import EnterpriseHTTP
import Foundation

/// Everything about a session that changes. Its functions return what is to be done once the lock is released.
struct SessionState {
    /// A call under way.
    struct Call: Sendable {
        let cancel: @Sendable () -> Void
        let end: @Sendable () async -> Void
    }

    /// A renewal that something else has made needless.
    struct EndedRenewal: Sendable {
        let outcome: Promise<TokenState.Outcome>
        let call: Call?

        /// Gives those who wait their outcome, and cancels it; its own task still ends as a call does.
        func end(with outcome: TokenState.Outcome) {
            self.outcome.fulfil(outcome)
            call?.cancel()
        }
    }

    /// A call's place in the order of all calls: what came before or after it was asked for, not when it came to run.
    struct Ticket: Sendable {
        /// That of the call which the task is a part of.
        @TaskLocal static var current: Ticket?

        let number: Int
        /// How many logouts came before.
        let generation: Int
    }

    /// The delegate, and which assignment it came by.
    private weak var delegate: (any APIDelegate)?
    private var assignment = 0
    private(set) var tokens = TokenState()
    /// Unit prices as of the last list of products; nil before the first.
    private(set) var prices: [Identifier: Decimal]?
    private(set) var isClosed = false
    private var calls: [Int: Call] = [:]
    private var lastNumber = 0
    private var generation = 0
    /// The number of the login whose token is kept.
    private var login = 0

    var currentDelegate: (any APIDelegate)? {
        get { delegate }
        set {
            delegate = newValue
            assignment += 1
        }
    }

    mutating func makeTicket() -> Ticket {
        lastNumber += 1
        return Ticket(number: lastNumber, generation: generation)
    }

    mutating func add(_ call: Call, _ ticket: Ticket) { calls[ticket.number] = call }

    mutating func remove(_ ticket: Ticket) { calls[ticket.number] = nil }

    /// Whether the call belongs to a session that is over.
    func isOver(_ ticket: Ticket?) -> Bool { isClosed || ticket.map { $0.generation != generation } ?? false }

    /// Changes what is known of tokens.
    mutating func withTokens<T>(_ change: (inout TokenState) -> T) -> T { change(&tokens) }

    /// Begins a renewal, unless there is one.
    mutating func beginRenewal(isForced: Bool) -> (renewal: TokenState.Renewal, ticket: Ticket?) {
        let ticket = makeTicket()
        let (renewal, isNew) = tokens.begin(isForced: isForced, number: ticket.number)
        return (renewal, isNew ? ticket : nil)
    }

    /// Ends a renewal; says whether a token took another's place, or nil when something else ended it before.
    mutating func finish(
        _ renewal: TokenState.Renewal,
        _ outcome: TokenState.Outcome,
        at now: ContinuousClock.Instant
    ) -> Bool? {
        tokens.finish(renewal.number, outcome, at: now, lastCall: lastNumber)
    }

    /// Keeps the token of a login; throws when a logout, or a later login that succeeded, made it void. Gives the renewal
    /// that it makes needless.
    mutating func signIn(
        _ token: Token,
        _ ticket: Ticket,
        at now: ContinuousClock.Instant
    ) throws(APIError) -> EndedRenewal? {
        guard ticket.generation == generation, !isClosed else {
            throw APIError(.cancelled, reason: "the session was ended during the login")
        }
        guard ticket.number > login else { throw APIError(.cancelled, reason: "a later login took its place") }
        login = ticket.number
        return ended(tokens.signIn(token, at: now))
    }

    mutating func keep(prices: [Identifier: Decimal], _ ticket: Ticket) {
        if ticket.generation == generation { self.prices = prices }
    }

    /// What a logout has to do once the lock is released.
    struct Farewell {
        let calls: [Call]
        let renewal: EndedRenewal?
        let delegate: (any APIDelegate)?
        /// The assignment that the delegate came by.
        let assignment: Int
    }

    /// Forgets the session.
    mutating func logOut() -> Farewell {
        generation += 1
        prices = nil
        return Farewell(
            calls: Array(calls.values),
            renewal: ended(tokens.clear()),
            delegate: delegate,
            assignment: assignment
        )
    }

    /// Lets the delegate go, unless one was assigned since.
    mutating func releaseDelegate(assignment: Int) {
        if assignment == self.assignment { currentDelegate = nil }
    }

    /// Refuses calls from now on; gives those under way, and the renewal to end.
    mutating func close() -> (calls: [Call], renewal: EndedRenewal?) {
        isClosed = true
        return (Array(calls.values), ended(tokens.endRenewal()))
    }

    private func ended(_ renewal: TokenState.Renewal?) -> EndedRenewal? {
        renewal.map { EndedRenewal(outcome: $0.outcome, call: calls[$0.number]) }
    }
}
