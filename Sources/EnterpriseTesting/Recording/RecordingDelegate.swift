public import EnterpriseAPI
public import EnterpriseHTTP
import Synchronization

/// A delegate that keeps every callback in order, for tests to wait for and to look at.
///
/// ```swift
/// let delegate = RecordingDelegate()
/// api.delegate = delegate
/// api.getEvents()
/// guard case .eventsLoaded(let events) = try await delegate.next() else { … }
/// ```
///
/// It needs neither the main queue nor a test framework.
public final class RecordingDelegate: APIDelegate {
    /// The time ran out before the callback came.
    public struct TimedOut: Error, CustomStringConvertible {
        /// What was waited for; nil when any callback would have done.
        public let kind: Callback.Kind?
        /// The callbacks that had come instead and were not taken.
        public let pending: [Callback.Kind]

        /// What was waited for and what came instead.
        public var description: String {
            "no \(kind?.rawValue ?? "callback") in time; not taken: \(pending.map(\.rawValue))"
        }
    }

    private let log = Mutex(CallbackLog())

    /// A delegate that has heard nothing yet.
    public init() {}

    /// Every callback so far, in order, those taken by `next` too.
    public var callbacks: [Callback] { log.withLock { $0.all } }

    /// Takes the next callback, of one kind or of any, in order; waits for it if it has not come yet.
    ///
    /// Those of other kinds stay for later calls.
    /// - Throws: `TimedOut` after `timeout`, `CancellationError` when the task is cancelled.
    public func next(_ kind: Callback.Kind? = nil, within timeout: Duration = .seconds(10)) async throws -> Callback {
        let callback = try await withThrowingTaskGroup(of: Callback?.self, returning: Callback?.self) { group in
            group.addTask { try await self.take(kind) }
            group.addTask {
                try await Task.sleep(for: timeout)
                return nil
            }
            defer { group.cancelAll() }
            if let callback = try await group.next() ?? nil { return callback }
            group.cancelAll()
            // It may have been taken just as the time ran out, and must not be lost.
            return try? await group.next() ?? nil
        }
        guard let callback else { throw TimedOut(kind: kind, pending: log.withLock { $0.pending.map(\.kind) }) }
        return callback
    }

    private func take(_ kind: Callback.Kind?) async throws -> Callback {
        let id = log.withLock { $0.makeID() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let taken = log.withLock { $0.take(CallbackLog.Waiter(id: id, kind: kind, continuation: continuation)) }
                if let taken { continuation.resume(returning: taken) }
                // The handler below may have run before there was a waiter to end.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func cancel(_ id: Int) {
        log.withLock { $0.removeWaiter(id) }?.continuation.resume(throwing: CancellationError())
    }

    private func record(_ callback: Callback) {
        log.withLock { $0.add(callback) }?.continuation.resume(returning: callback)
    }

    /// Records the callback.
    public func loginSucceeded(userId: Identifier) { record(.loginSucceeded(userId)) }
    /// Records the callback.
    public func loginFailed(error: APIError) { record(.loginFailed(error)) }
    /// Records the callback.
    public func tokenRenewed(userId: Identifier) { record(.tokenRenewed(userId)) }
    /// Records the callback.
    public func announcementsLoaded(announcements: [Announcement]) { record(.announcementsLoaded(announcements)) }
    /// Records the callback.
    public func announcementsFailed(error: APIError) { record(.announcementsFailed(error)) }
    /// Records the callback.
    public func orgLoaded(org: OrgChart) { record(.orgLoaded(org)) }
    /// Records the callback.
    public func orgFailed(error: APIError) { record(.orgFailed(error)) }
    /// Records the callback.
    public func eventsLoaded(events: [Event]) { record(.eventsLoaded(events)) }
    /// Records the callback.
    public func eventsFailed(error: APIError) { record(.eventsFailed(error)) }
    /// Records the callback.
    public func productsLoaded(products: [Product]) { record(.productsLoaded(products)) }
    /// Records the callback.
    public func productsFailed(error: APIError) { record(.productsFailed(error)) }
    /// Records the callback.
    public func purchasesLoaded(purchases: [PurchaseOrder]) { record(.purchasesLoaded(purchases)) }
    /// Records the callback.
    public func purchasesFailed(error: APIError) { record(.purchasesFailed(error)) }
    /// Records the callback.
    public func userLoaded(user: UserInfo) { record(.userLoaded(user)) }
    /// Records the callback.
    public func userFailed(error: APIError) { record(.userFailed(error)) }
    /// Records the callback.
    public func loggedOut() { record(.loggedOut) }
}
