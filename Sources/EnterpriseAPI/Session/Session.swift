import EnterpriseHTTP
import Foundation
import Synchronization

/// What all faces of `API` share, and what calls under way keep alive when the `API` itself is gone.
final class Session: Sendable {
    let configuration: Configuration
    let client: HTTPClient
    let mailbox: DelegateMailbox
    private let clock: CallClock
    let state: StateBox
    let tokens: SessionTokens

    /// The lock on the state; apart from the session, so that the client's token source doesn't hold the session.
    final class StateBox: Sendable {
        private let mutex = Mutex(SessionState())

        func withLock<T>(_ body: (inout sending SessionState) throws -> sending T) rethrows -> sending T {
            try mutex.withLock(body)
        }
    }

    init(
        configuration: Configuration,
        transport: any Transport,
        credentials: (any CredentialProvider)?,
        tokenStore: any TokenStore,
        options: SessionOptions,
        retryPolicy: RetryPolicy,
        middleware: [any Middleware],
        clock: CallClock
    ) {
        let state = StateBox()
        let mailbox = DelegateMailbox()
        let baseURL = configuration.server.appending("api")
        let budget = RetryBudget()
        let tokens = SessionTokens(
            state: state,
            mailbox: mailbox,
            client: HTTPClient(
                baseURL: baseURL,
                retryPolicy: retryPolicy,
                retryBudget: budget,
                clock: clock,
                transport: transport
            ),
            provider: credentials,
            store: tokenStore,
            options: options,
            clock: clock
        )
        self.configuration = configuration
        self.state = state
        self.mailbox = mailbox
        self.tokens = tokens
        self.clock = clock
        client = HTTPClient(
            baseURL: baseURL,
            retryPolicy: retryPolicy,
            retryBudget: budget,
            middleware: middleware,
            bearer: tokens,
            clock: clock,
            transport: transport
        )
    }

    /// What a call does, given the session and its place in the order of calls.
    typealias Operation<Value> = @Sendable (Session, SessionState.Ticket) async throws(APIError) -> Value

    /// Runs an operation as a call of this session: `logout()` cancels it, `close()` waits for it.
    ///
    /// - Parameter report: Gets the outcome exactly once, before the task ends.
    func start<Value: Sendable>(
        _ operation: @escaping Operation<Value>,
        report: @escaping @Sendable (APIResult<Value>) -> Void = { _ in }
    ) -> Task<APIResult<Value>, Never> {
        state.withLock { state in
            let ticket = state.makeTicket()
            let isClosed = state.isClosed
            let task = Task { () -> APIResult<Value> in
                let result = await SessionState.Ticket.$current.withValue(ticket) { () -> APIResult<Value> in
                    do throws(APIError) {
                        if isClosed { throw APIError(.shutDown) }
                        return .success(try await operation(self, ticket))
                    } catch { return .failure(self.state.withLock { $0.isClosed } ? error.atClosing : error) }
                }
                report(result)
                self.state.withLock { $0.remove(ticket) }
                return result
            }
            state.add(SessionState.Call(cancel: { task.cancel() }, end: { _ = await task.value }), ticket)
            return task
        }
    }

    /// Runs an operation as a call of this session and waits for its outcome.
    func run<Value: Sendable>(_ operation: @escaping Operation<Value>) async throws(APIError) -> Value {
        let task = start(operation)
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    func logOut() {
        let farewell = state.withLock { state in
            let farewell = state.logOut()
            let ticket = state.makeTicket()
            let forgetting = tokens.beginForgetting()
            let task = Task.detached { [self] in
                for call in farewell.calls { await call.end() }
                await tokens.wait(for: forgetting)
                mailbox.post {
                    await farewell.delegate?.loggedOut()
                    self.state.withLock { $0.releaseDelegate(assignment: farewell.assignment) }
                }
                self.state.withLock { $0.remove(ticket) }
            }
            // A call like any other, so that `close()` waits for it.
            state.add(SessionState.Call(cancel: {}, end: { await task.value }), ticket)
            return farewell
        }
        farewell.renewal?.end(with: .failure(APIError(.cancelled, reason: "the session was ended")))
        for call in farewell.calls { call.cancel() }
    }

    /// - Parameter grace: How long calls in flight may still take.
    func close(grace: Duration) async {
        let (calls, renewal) = state.withLock { $0.close() }
        let end = Task {
            if grace > .zero { try await clock.sleep(grace) }
            renewal?.end(with: .failure(APIError(.shutDown)))
            await client.close()
            // Those that wait for another attempt are not the transport's to end.
            for call in calls { call.cancel() }
        }
        for call in calls { await call.end() }
        end.cancel()
        await client.close()
        await mailbox.flush()
    }
}

extension APIError {
    /// The same, where it was closing that ended a call.
    fileprivate var atClosing: APIError {
        var error = self
        if error.code == .cancelled { error.code = .shutDown }
        return error
    }
}
