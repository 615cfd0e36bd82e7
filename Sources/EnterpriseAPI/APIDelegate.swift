public import EnterpriseHTTP

/// Hears the outcome of every call that was started on an `API` without waiting for it.
///
/// Each call ends in exactly one callback, whatever happens: success, failure, `cancelled` or `shutDown`. Callbacks come
/// one at a time, in the order in which the calls completed, outside every lock, and not on the main queue unless the
/// delegate is bound to it. Every method has a body that does nothing, so a delegate implements those it cares about.
///
/// The requirements are `async`, so that a plain class with synchronous methods, an actor and a `@MainActor` class all
/// conform as they are. The next callback waits until the method has returned.
public protocol APIDelegate: AnyObject, Sendable {
    /// A login succeeded; the session's token is in place.
    func loginSucceeded(userId: Identifier) async
    /// A login failed; a token from before is kept.
    func loginFailed(error: APIError) async
    /// The session's token was refused or too old, and another has taken its place without your doing.
    func tokenRenewed(userId: Identifier) async
    /// The announcements are here.
    func announcementsLoaded(announcements: [Announcement]) async
    /// The announcements could not be had.
    func announcementsFailed(error: APIError) async
    /// The org chart is here.
    func orgLoaded(org: OrgChart) async
    /// The org chart could not be had.
    func orgFailed(error: APIError) async
    /// The events are here.
    func eventsLoaded(events: [Event]) async
    /// The events could not be had.
    func eventsFailed(error: APIError) async
    /// The products are here.
    func productsLoaded(products: [Product]) async
    /// The products could not be had.
    func productsFailed(error: APIError) async
    /// The purchases are here: asked for, or loaded again after an order was submitted.
    func purchasesLoaded(purchases: [PurchaseOrder]) async
    /// The purchases could not be had, or an order was not accepted; `error.endpoint` says which.
    func purchasesFailed(error: APIError) async
    /// A user's account is here.
    func userLoaded(user: UserInfo) async
    /// A user's account could not be had.
    func userFailed(error: APIError) async
    /// The session is over: the token is forgotten, and every call that was in flight has been reported.
    func loggedOut() async
}

extension APIDelegate {
    /// Does nothing.
    public func loginSucceeded(userId: Identifier) async {}
    /// Does nothing.
    public func loginFailed(error: APIError) async {}
    /// Does nothing.
    public func tokenRenewed(userId: Identifier) async {}
    /// Does nothing.
    public func announcementsLoaded(announcements: [Announcement]) async {}
    /// Does nothing.
    public func announcementsFailed(error: APIError) async {}
    /// Does nothing.
    public func orgLoaded(org: OrgChart) async {}
    /// Does nothing.
    public func orgFailed(error: APIError) async {}
    /// Does nothing.
    public func eventsLoaded(events: [Event]) async {}
    /// Does nothing.
    public func eventsFailed(error: APIError) async {}
    /// Does nothing.
    public func productsLoaded(products: [Product]) async {}
    /// Does nothing.
    public func productsFailed(error: APIError) async {}
    /// Does nothing.
    public func purchasesLoaded(purchases: [PurchaseOrder]) async {}
    /// Does nothing.
    public func purchasesFailed(error: APIError) async {}
    /// Does nothing.
    public func userLoaded(user: UserInfo) async {}
    /// Does nothing.
    public func userFailed(error: APIError) async {}
    /// Does nothing.
    public func loggedOut() async {}
}
