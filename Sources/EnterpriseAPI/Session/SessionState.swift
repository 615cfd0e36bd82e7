import EnterpriseHTTP
import Foundation

/// Everything about a session that changes. Its functions return what is to be done once the lock is released.
struct SessionState {
    /// A call under way.
    struct Call: Sendable {
        let cancel: @Sendable () -> Void
        let end: @Sendable () async -> Void
    }

    weak var delegate: (any APIDelegate)?
    private(set) var token: Token?
    /// Unit prices as of the last list of products; nil before the first.
    private(set) var prices: [Identifier: Decimal]?
    private(set) var isClosed = false
    private var calls: [Int: Call] = [:]
    private var lastID = 0
    /// Counts logouts: a login that began before one must not sign in after it.
    private(set) var generation = 0
    private var tokenLogin = 0

    /// A number for a call or a login, higher than every one before.
    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func add(_ call: Call, id: Int) { calls[id] = call }

    mutating func remove(_ id: Int) { calls[id] = nil }

    /// Keeps the token of a login; false when a logout came between. Of two logins at once the later one's stays.
    mutating func signIn(_ token: Token, login: Int, generation: Int) -> Bool {
        guard generation == self.generation, !isClosed else { return false }
        if login > tokenLogin { (self.token, tokenLogin) = (token, login) }
        return true
    }

    mutating func keep(prices: [Identifier: Decimal], generation: Int) {
        if generation == self.generation { self.prices = prices }
    }

    /// Forgets the session; gives the calls to cancel and the delegate to tell.
    mutating func logOut() -> (calls: [Call], delegate: (any APIDelegate)?) {
        generation += 1
        token = nil
        prices = nil
        defer { delegate = nil }
        return (Array(calls.values), delegate)
    }

    /// Refuses calls from now on; gives those under way.
    mutating func close() -> [Call] {
        isClosed = true
        return Array(calls.values)
    }
}
