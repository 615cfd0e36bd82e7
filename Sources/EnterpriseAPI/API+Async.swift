public import EnterpriseHTTP

/// The calls, awaited. Each throws an `APIError`; `cancelled` when the task is, or when `logout()` ends the session.
extension API {
    /// Signs in and keeps the token for the calls that follow. The credentials are not kept.
    @discardableResult
    public func login(_ credentials: Credentials) async throws(APIError) -> Token {
        try await session.run { session, ticket throws(APIError) in try await session.tokens.logIn(credentials, ticket)
        }
    }

    /// All announcements.
    public func announcements() async throws(APIError) -> [Announcement] { try await send(Announcements.List()) }

    /// The company's employees as a tree.
    public func orgChart() async throws(APIError) -> OrgChart { OrgChart(try await send(Employees.List())) }

    /// All events.
    public func events() async throws(APIError) -> [Event] { try await send(Events.List()) }

    /// All products. Their prices are remembered, so that `submit(_:)` can check an order's total.
    public func products() async throws(APIError) -> [Product] {
        try await session.run { session, ticket throws(APIError) in try await session.loadProducts(ticket) }
    }

    /// All purchase orders.
    public func purchases() async throws(APIError) -> [PurchaseOrder] { try await send(Purchases.List()) }

    /// A user's account. The current edition of the backend only knows one's own.
    public func user(id: Identifier) async throws(APIError) -> UserInfo {
        try await session.run { session, _ throws(APIError) in try await session.loadUser(id) }
    }

    /// One's own account.
    public func me() async throws(APIError) -> UserInfo { try await send(Users.Me()) }

    /// Submits an order and gives it back as the server saved it.
    ///
    /// Nothing is sent when the order breaks a rule: the error is `invalidInput` then, and its `underlying` a
    /// `PurchaseOrderError` that names every broken one. The total is checked once `products()` has told the prices.
    @discardableResult
    public func submit(_ order: PurchaseOrder) async throws(APIError) -> PurchaseOrder {
        try await send(session.submission(of: order))
    }
}
