import EnterpriseHTTP

/// The session's token, and the one renewal that may be under way. Its functions return what is to be done once the lock
/// is released.
struct TokenState {
    typealias Instant = ContinuousClock.Instant
    /// A token, none, or why there is none.
    typealias Outcome = APIResult<Token?>

    /// A renewal under way: a look into the store, then a login.
    struct Renewal {
        /// The number of its ticket.
        let number: Int
        /// The token that it is to replace.
        let failed: Token?
        /// Whether that token is no good, so that calls wait for another.
        var isForced: Bool
        let outcome = Promise<Outcome>()
    }

    /// What a call that asks for a token gets.
    enum Supply {
        case token(Token?)
        case wait(Promise<Outcome>)
        case failure(APIError)
        /// A renewal is to begin; one that is not forced is not waited for.
        case begin(isForced: Bool)
    }

    /// How many renewals may begin within `window`.
    static let limit = 5
    static let window = Duration.seconds(30)

    private(set) var current: Token?
    private(set) var renewal: Renewal?
    private var since: Instant?
    /// The last token that was found to be no good; a store may still hold it.
    private var rejected: String?
    /// The last renewal's failure, which calls up to this number share: they began before it, so they are not to try again.
    private var failure: (upTo: Int, error: APIError)?
    private var hasLookedInStore = false
    /// Whether there was a token, or a login that was to bring one.
    private var hasBegun = false
    private var canRenewAhead = true
    /// When logins of renewals began, as far as that matters.
    private var logins: [Instant] = []

    /// What a call sends.
    func supply(for call: Int, at now: Instant, _ options: SessionOptions, canSignIn: Bool) -> Supply {
        if let renewal, renewal.isForced { return .wait(renewal.outcome) }
        guard let current else {
            if let failure, call <= failure.upTo { return .failure(failure.error) }
            return canSignIn || !hasLookedInStore ? .begin(isForced: true) : .token(nil)
        }
        guard canSignIn, let limit = options.maxTokenAge, let since else { return .token(current) }
        let age = since.duration(to: now)
        if age >= limit { return .begin(isForced: true) }
        let isDue = age >= limit - options.renewsAhead && canRenewAhead && renewal == nil
        return isDue ? .begin(isForced: false) : .token(current)
    }

    /// What a call whose token was refused sends instead.
    func replacement(of failed: String, for call: Int) -> Supply {
        if let renewal, renewal.isForced { return .wait(renewal.outcome) }
        if let current, current.value != failed { return .token(current) }
        if let failure, call <= failure.upTo { return .failure(failure.error) }
        return .begin(isForced: true)
    }

    /// Begins a renewal, unless there is one, which then becomes as urgent.
    ///
    /// - Returns: the renewal, and whether it is new.
    mutating func begin(isForced: Bool, number: Int) -> (renewal: Renewal, isNew: Bool) {
        if var renewal {
            renewal.isForced = renewal.isForced || isForced
            self.renewal = renewal
            return (renewal, false)
        }
        let renewal = Renewal(number: number, failed: current, isForced: isForced)
        self.renewal = renewal
        return (renewal, true)
    }

    /// Whether a token from the store is worth a try.
    func isNews(_ stored: Token) -> Bool { stored.value != current?.value && stored.value != rejected }

    /// Counts a login of a renewal; gives the error when there have been too many.
    mutating func countLogin(at now: Instant) -> APIError? {
        guard hasBegun else {
            hasBegun = true
            return nil
        }
        logins.removeAll { $0.duration(to: now) >= Self.window }
        guard logins.count < Self.limit else {
            return APIError(
                .excessiveRenewal,
                reason: "there were \(Self.limit) renewals within \(Self.window.components.seconds) s",
                underlying: failure?.error
            )
        }
        logins.append(now)
        return nil
    }

    /// Ends the renewal of this number, if nothing has ended it before; says whether a token took another's place.
    ///
    /// - Parameter lastCall: The number of the last call that has begun.
    mutating func finish(_ number: Int, _ outcome: Outcome, at now: Instant, lastCall: Int) -> Bool? {
        guard let renewal, renewal.number == number else { return nil }
        self.renewal = nil
        hasLookedInStore = true
        switch outcome {
        case .success(nil):
            return false
        case .success(let token?):
            keep(token, at: now)
            rejected = renewal.failed?.value ?? rejected
            return renewal.failed != nil
        case .failure(let error):
            guard renewal.isForced else {
                canRenewAhead = false
                return false
            }
            rejected = renewal.failed?.value ?? rejected
            failure = (lastCall, error)
            current = nil
            return false
        }
    }

    /// Keeps the token of a login that was asked for; gives the renewal that has become needless.
    mutating func signIn(_ token: Token, at now: Instant) -> Renewal? {
        defer { renewal = nil }
        keep(token, at: now)
        return renewal
    }

    /// Forgets everything but how often the session was renewed; gives the renewal to end.
    mutating func clear() -> Renewal? {
        let renewal = renewal
        let logins = logins
        self = TokenState()
        self.logins = logins
        // The store is cleared too, and what is in it before that must not come back.
        hasLookedInStore = true
        return renewal
    }

    /// Gives the renewal to end.
    mutating func endRenewal() -> Renewal? {
        defer { renewal = nil }
        return renewal
    }

    private mutating func keep(_ token: Token, at now: Instant) {
        (current, since, failure) = (token, now, nil)
        (hasBegun, canRenewAhead) = (true, true)
    }
}
