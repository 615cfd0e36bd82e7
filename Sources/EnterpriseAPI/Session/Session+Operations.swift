import EnterpriseHTTP

/// The operations that are more than one request and its answer. Every face of `API` uses these.
extension Session {
    func loadProducts(_ ticket: SessionState.Ticket) async throws(APIError) -> [Product] {
        let products = try await client.send(Products.List())
        let prices = Dictionary(products.map { ($0.id, $0.unitPrice) }) { first, _ in first }
        state.withLock { $0.keep(prices: prices, ticket) }
        return products
    }

    /// The current edition has no `users/{id}`: there one's own account still answers, as `users/me`.
    func loadUser(_ id: Identifier) async throws(APIError) -> UserInfo {
        do {
            return try await client.send(Users.Get(id: id))
        } catch {
            guard error.code == .notFound, state.withLock({ $0.tokens.current?.userID == id }) else { throw error }
            return try await client.send(Users.Me())
        }
    }

    /// The request that submits an order, with the rules as they are known now.
    func submission(of order: PurchaseOrder) -> Purchases.Submit {
        Purchases.Submit(
            order: order,
            maxExpense: configuration.rules.maxPOExpense,
            prices: state.withLock { $0.prices }
        )
    }
}
