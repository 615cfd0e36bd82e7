import EnterpriseHTTP

/// The calls, started: each returns at once and reports its outcome to the delegate in exactly one callback.
extension API {
    /// Signs in and keeps the token; reports `loginSucceeded` or `loginFailed`. The password is not kept.
    public func login(username: String, password: String) {
        let credentials = Credentials(username: username, password: password)
        start { session, ticket throws(APIError) in
            try await session.tokens.logIn(credentials, ticket)
        } report: { delegate, result in
            switch result {
            case .success(let token): await delegate.loginSucceeded(userId: token.userID)
            case .failure(let error): await delegate.loginFailed(error: error)
            }
        }
    }

    /// Forgets the token, ends calls in flight with `cancelled`, reports `loggedOut`, then lets the delegate go, unless one
    /// was assigned meanwhile. Calls started before `loggedOut` comes are the next session's, and are reported as ever;
    /// with a provider of credentials, the first of them that needs a token signs in.
    public func logout() { session.logOut() }

    /// Loads the announcements; reports `announcementsLoaded` or `announcementsFailed`.
    public func getAnnouncements() {
        start(Announcements.List()) { delegate, result in
            switch result {
            case .success(let announcements): await delegate.announcementsLoaded(announcements: announcements)
            case .failure(let error): await delegate.announcementsFailed(error: error)
            }
        }
    }

    /// Loads the org chart; reports `orgLoaded` or `orgFailed`.
    public func getOrgChart() {
        start(Employees.List()) { delegate, result in
            switch result {
            case .success(let employees): await delegate.orgLoaded(org: OrgChart(employees))
            case .failure(let error): await delegate.orgFailed(error: error)
            }
        }
    }

    /// Loads the events; reports `eventsLoaded` or `eventsFailed`.
    public func getEvents() {
        start(Events.List()) { delegate, result in
            switch result {
            case .success(let events): await delegate.eventsLoaded(events: events)
            case .failure(let error): await delegate.eventsFailed(error: error)
            }
        }
    }

    /// Loads the products and remembers their prices; reports `productsLoaded` or `productsFailed`.
    public func getProducts() {
        start { session, ticket throws(APIError) in
            try await session.loadProducts(ticket)
        } report: { delegate, result in
            switch result {
            case .success(let products): await delegate.productsLoaded(products: products)
            case .failure(let error): await delegate.productsFailed(error: error)
            }
        }
    }

    /// Loads the purchase orders; reports `purchasesLoaded` or `purchasesFailed`.
    public func getPurchases() {
        start(Purchases.List(), report: Self.reportPurchases)
    }

    /// Loads a user's account; reports `userLoaded` or `userFailed`.
    public func getUserInfo(userID: Identifier) {
        start { session, _ throws(APIError) in
            try await session.loadUser(userID)
        } report: { delegate, result in
            switch result {
            case .success(let user): await delegate.userLoaded(user: user)
            case .failure(let error): await delegate.userFailed(error: error)
            }
        }
    }

    /// Submits an order, then loads the purchases again; reports `purchasesLoaded` or `purchasesFailed`.
    ///
    /// Throws, with no callback, when the order breaks a rule of the company: the error names every broken one. The total
    /// is checked once the products have told the prices.
    public func submitPO(po: PurchaseOrder) throws(PurchaseOrderError) {
        let submission = session.submission(of: po)
        try submission.validate()
        start { session, _ throws(APIError) in
            _ = try await session.client.send(submission)
            return try await session.client.send(Purchases.List())
        } report: { delegate, result in
            await Self.reportPurchases(delegate, result)
        }
    }

    private static let reportPurchases: Report<[PurchaseOrder]> = { delegate, result in
        switch result {
        case .success(let purchases): await delegate.purchasesLoaded(purchases: purchases)
        case .failure(let error): await delegate.purchasesFailed(error: error)
        }
    }

    private typealias Report<Value> = @Sendable (any APIDelegate, APIResult<Value>) async -> Void

    private func start<R: Request>(_ request: R, report: @escaping Report<R.Response>) {
        start({ session, _ throws(APIError) in try await session.client.send(request) }, report: report)
    }

    private func start<Value: Sendable>(
        _ operation: @escaping Session.Operation<Value>,
        report: @escaping Report<Value>
    ) {
        let mailbox = session.mailbox
        let delegate = session.state.withLock { WeakDelegate(value: $0.currentDelegate) }
        _ = session.start(operation) { result in
            mailbox.post {
                if let delegate = delegate.value { await report(delegate, result) }
            }
        }
    }
}
