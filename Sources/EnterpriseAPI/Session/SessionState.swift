import EnterpriseHTTP
import Foundation

/// Everything about a session that changes. Its functions return what is to be done once the lock is released.
struct SessionState {
    /// A call under way.
    struct Call: Sendable {
        let cancel: @Sendable () -> Void
        let end: @Sendable () async -> Void
    }

    /// A call's place in the order of all calls: what came before or after it was asked for, not when it came to run.
    struct Ticket: Sendable {
        let number: Int
        /// How many logouts came before.
        let generation: Int
    }

    /// The delegate, and which assignment it came by.
    private weak var delegate: (any APIDelegate)?
    private var assignment = 0
    private(set) var token: Token?
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

    /// Keeps the token of a login; throws when a logout, or a later login that succeeded, made it void.
    mutating func signIn(_ token: Token, _ ticket: Ticket) throws(APIError) {
        guard ticket.generation == generation, !isClosed else {
            throw APIError(.cancelled, reason: "the session was ended during the login")
        }
        guard ticket.number > login else { throw APIError(.cancelled, reason: "a later login took its place") }
        (self.token, login) = (token, ticket.number)
    }

    mutating func keep(prices: [Identifier: Decimal], _ ticket: Ticket) {
        if ticket.generation == generation { self.prices = prices }
    }

    /// Forgets the session; gives the calls to cancel, the delegate to tell, and the assignment it came by.
    mutating func logOut() -> (calls: [Call], delegate: (any APIDelegate)?, assignment: Int) {
        generation += 1
        token = nil
        prices = nil
        return (Array(calls.values), delegate, assignment)
    }

    /// Lets the delegate go, unless one was assigned since.
    mutating func releaseDelegate(assignment: Int) {
        if assignment == self.assignment { currentDelegate = nil }
    }

    /// Refuses calls from now on; gives those under way.
    mutating func close() -> [Call] {
        isClosed = true
        return Array(calls.values)
    }
}
