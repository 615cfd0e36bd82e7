import EnterpriseHTTP

/// Gives the client its token: the one of the last login, one from the store, or one that a login of its own brings. At
/// most one such renewal is under way, and whoever needs a token waits for it.
final class SessionTokens: BearerSource {
    typealias Instant = ContinuousClock.Instant

    private let state: Session.StateBox
    private let mailbox: DelegateMailbox
    /// Signs in. A client of its own, as that of the calls asks here for a token.
    private let client: HTTPClient
    private let provider: (any CredentialProvider)?
    private let store: StoreQueue
    private let options: SessionOptions
    private let clock: CallClock

    init(
        state: Session.StateBox,
        mailbox: DelegateMailbox,
        client: HTTPClient,
        provider: (any CredentialProvider)?,
        store: any TokenStore,
        options: SessionOptions,
        clock: CallClock
    ) {
        self.state = state
        self.mailbox = mailbox
        self.client = client
        self.provider = provider
        self.store = StoreQueue(store, failed: options.storeFailed)
        self.options = options
        self.clock = clock
    }

    func token(until deadline: Instant?) async throws(APIError) -> String? {
        let (now, canSignIn) = (clock.now(), provider != nil)
        return try await obtain(until: deadline) { [options] tokens, call in
            tokens.supply(for: call, at: now, options, canSignIn: canSignIn)
        }
    }

    func renew(after failed: String, until deadline: Instant?) async throws(APIError) -> String? {
        try await obtain(until: deadline) { tokens, call in tokens.replacement(of: failed, for: call) }
    }

    /// Signs in as it was asked for, and keeps the token.
    func logIn(_ credentials: Credentials, _ ticket: SessionState.Ticket) async throws(APIError) -> Token {
        let token = try await client.send(Login(credentials))
        let now = clock.now()
        let outcome = state.withLock {
            state -> APIResult<(needless: SessionState.EndedRenewal?, saving: Task<Void, Never>)> in
            do throws(APIError) {
                let needless = try state.signIn(token, ticket, at: now)
                // Within the lock, so that the store's changes are in the order of the session's.
                return .success((needless, store.save(token)))
            } catch { return .failure(error) }
        }
        let (needless, saving) = try outcome.get()
        needless?.end(with: .success(token))
        await patiently { await saving.value }
        return token
    }

    /// Begins to forget the token in the store; within the lock, for the same reason.
    func beginForgetting() -> Task<Void, Never> { store.remove() }

    /// Waits for a change of the store, but not for ever.
    func wait(for change: Task<Void, Never>) async { await patiently { await change.value } }

    private func obtain(
        until deadline: Instant?,
        _ decide: (TokenState, _ call: Int) -> TokenState.Supply
    ) async throws(APIError) -> String? {
        let ticket = SessionState.Ticket.current
        let supply = state.withLock { state -> TokenState.Supply in
            // Else a call that a logout is about to cancel could sign in again, or go out in another user's name.
            if state.isOver(ticket) {
                return .failure(APIError(state.isClosed ? .shutDown : .cancelled).beforeSending())
            }
            let supply = decide(state.tokens, ticket?.number ?? .max)
            guard case .begin(let isForced) = supply else { return supply }
            let (renewal, ticket) = state.beginRenewal(isForced: isForced)
            if let ticket {
                // Detached, so that it has neither the deadline nor anything else of the call that happened to be first.
                let task = Task.detached { await self.run(renewal, ticket) }
                // A call like any other, so that `logout()` and `close()` wait for it.
                state.add(SessionState.Call(cancel: { task.cancel() }, end: { await task.value }), ticket)
            }
            return isForced ? .wait(renewal.outcome) : .token(state.tokens.current)
        }
        switch supply {
        case .token(let token): return token?.value
        case .failure(let error): throw error
        case .wait(let outcome): return try await wait(for: outcome, until: deadline)
        case .begin: return nil
        }
    }

    private func wait(
        for outcome: Promise<TokenState.Outcome>,
        until deadline: Instant?
    ) async throws(APIError) -> String? {
        // Transports keep deadlines by the system clock, and a waiting call must not outlive its own.
        switch await outcome.wait(until: deadline, by: .continuous) {
        case .value(let outcome): return try outcome.get()?.value
        case .cancelled: throw APIError(.cancelled).beforeSending()
        case .late: throw APIError.waitedInVain("while signing in")
        }
    }

    private func run(_ renewal: TokenState.Renewal, _ ticket: SessionState.Ticket) async {
        let outcome: TokenState.Outcome
        do throws(APIError) { outcome = .success(try await acquire(ticket)) } catch { outcome = .failure(error) }
        let now = clock.now()
        let (isRenewed, saving, delegate) = state.withLock { state in
            let isRenewed = state.finish(renewal, outcome, at: now)
            var saving: Task<Void, Never>?
            if isRenewed != nil, case .success(let token?) = outcome { saving = store.save(token) }
            return (isRenewed, saving, WeakDelegate(value: state.currentDelegate))
        }
        if isRenewed == true, case .success(let token?) = outcome {
            mailbox.post { await delegate.value?.tokenRenewed(userId: token.userID) }
        }
        if let saving { await wait(for: saving) }
        renewal.outcome.fulfil(outcome)
        state.withLock { $0.remove(ticket) }
    }

    /// A token that another process has stored, else that of a login; nil when there is nothing to sign in with.
    private func acquire(_ ticket: SessionState.Ticket) async throws(APIError) -> Token? {
        let store = store
        if let stored = await patiently({ await store.load() }) ?? nil,
            state.withLock({ $0.tokens.isNews(stored) })
        {
            return stored
        }
        guard let provider else { return nil }
        let now = clock.now()
        if let error = state.withLock({ $0.withTokens { $0.countLogin(at: now) } }) { throw error }
        do throws(APIError) {
            return try await client.send(Login(try await credentials(of: provider)))
        } catch {
            var error = error
            // It is about the login. The call that waits for it has not had its effect.
            error.mayHaveReachedServer = false
            throw error
        }
    }

    private func credentials(of provider: any CredentialProvider) async throws(APIError) -> Credentials {
        let wait = await Promise.bounded(by: options.patience, clock) { try await provider.credentials() }
        switch wait {
        case .value(.success(let credentials)): return credentials
        case .value(.failure(let error)):
            if let error = error as? APIError { throw error }
            // Words that are not ours may hold a secret.
            let reason = (error as? CredentialsError)?.description ?? "the credential provider failed"
            throw APIError(.noCredentials, reason: reason, underlying: error)
        case .cancelled: throw APIError(.cancelled).beforeSending()
        case .late: throw APIError.waitedInVain("while waiting for credentials")
        }
    }

    @discardableResult
    private func patiently<T: Sendable>(_ operation: @escaping @Sendable () async -> T) async -> T? {
        let wait = await Promise.bounded(by: options.patience, clock) { await operation() }
        guard case .value(.success(let value)) = wait else { return nil }
        return value
    }
}
