import EnterpriseHTTP

/// The operations that are more than one request and its answer. Every face of `API` uses these.
extension Session {
    func logIn(_ credentials: Credentials) async throws(APIError) -> Token {
        let (number, generation) = state.withLock { ($0.makeID(), $0.generation) }
        let token = try await client.send(Login(credentials))
        guard state.withLock({ $0.signIn(token, login: number, generation: generation) }) else {
            throw APIError(.cancelled, reason: "the session was ended during the login")
        }
        return token
    }

    func loadProducts() async throws(APIError) -> [Product] {
        let generation = state.withLock { $0.generation }
        let products = try await client.send(Products.List())
        let prices = Dictionary(products.map { ($0.id, $0.unitPrice) }) { first, _ in first }
        state.withLock { $0.keep(prices: prices, generation: generation) }
        return products
    }

    /// The current edition has no `users/{id}`: there one's own account still answers, as `users/me`.
    func loadUser(_ id: Identifier) async throws(APIError) -> UserInfo {
        do {
            return try await client.send(Users.Get(id: id))
        } catch {
            guard error.code == .notFound, state.withLock({ $0.token?.userID == id }) else { throw error }
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
