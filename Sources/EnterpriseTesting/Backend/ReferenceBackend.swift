public import Foundation
import Synchronization

/// The enterprise backend, played after the wire contract: its routes, its refusals and its habits, in both editions.
///
///     let backend = try ReferenceBackend.start()
///     … backend.url …                     // the `server` of a configuration
///     backend.backend.expireTokens()
///     backend.stop()
///
/// It knows nothing of the SDK: paths, keys and formats are spelled anew here, so that the two can't agree on a
/// mistake. `handle` answers a request without a socket too.
public final class ReferenceBackend: Sendable {
    private struct State {
        var calls: [Route: Int] = [:]
        var overrides: [Route: ServerResponse] = [:]
        var orders: [DemoCompany.Order]
        /// The answer to `GET purchases`, until another order comes.
        var ordersAnswer: ServerResponse?
        var accountIDs: [String: String] = [:]
        var logins = 0
    }

    /// Most bytes of a request body; more is answered with 413.
    public static let bodyLimit = 16 * 1024

    /// Which backend is played.
    public let edition: Edition
    /// What comes before `/api`, such as `/shop`; empty unless told.
    public let pathPrefix: String
    /// Who may sign in.
    public let accounts: [DemoCompany.Account]

    private let records: WireRecords
    private let router: Router
    private let now: @Sendable () -> Date
    /// Answers whose bytes never change.
    private let fixed: [Route: ServerResponse]
    private let state: Mutex<State>

    /// A backend that is not on any network yet.
    /// - Parameters:
    ///   - company: the data it serves.
    ///   - edition: which backend is played.
    ///   - pathPrefix: what comes before `/api`, with or without slashes around it.
    ///   - now: the date of a new order.
    public init(
        company: DemoCompany = .demo,
        edition: Edition = .current,
        pathPrefix: String = "",
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.edition = edition
        self.pathPrefix = pathPrefix.split(separator: "/").map { "/\($0)" }.joined()
        self.now = now
        accounts = company.accounts
        router = Router(pathPrefix: pathPrefix, edition: edition)
        let records = WireRecords(company, edition: edition)
        self.records = records
        fixed = [
            .announcements: .json(records.announcements(company.announcements)),
            .employees: .json(records.employees(company.employees)),
            .events: .json(records.events(company.events)),
            .products: .json(records.products(company.products)),
        ]
        state = Mutex(State(orders: company.orders))
    }

    /// Answers a request as the backend would.
    public func handle(_ request: ServerRequest) -> ServerResponse {
        // To the server's parser an unknown method is a broken request line.
        guard Self.knownMethods.contains(request.method) else { return .close }
        let (route, id) = router.route(request)
        let override = state.withLock { state in
            state.calls[route, default: 0] += 1
            return state.overrides[route]
        }
        if let override { return override }
        guard let caller = caller(of: request, for: route) else {
            return route.refusal.map { .failure($0.status, reason: $0.reason) } ?? .notFound
        }
        guard route == .unknown || request.body.count <= Self.bodyLimit else {
            return .failure(413, reason: "Payload Too Large")
        }
        if let answer = fixed[route] { return answer }
        switch (route, caller) {
        case (.purchases, _): return purchases()
        case (.login, .account(let account)): return login(account)
        case (.submitPurchase, .account(let account)): return submit(request, account)
        case (.me, .account(let account)): return .json(records.user(account))
        case (.user, _): return accounts.first { $0.id == id }.map { .json(records.user($0)) } ?? .notFound
        default: return .notFound
        }
    }
}

// MARK: - What a test sees and sets

extension ReferenceBackend {
    /// How many requests have come for the route, refused and overridden ones too.
    public func calls(to route: Route) -> Int { state.withLock { $0.calls[route, default: 0] } }

    /// Every token given out so far stops working, as each does after a year.
    public func expireTokens() { state.withLock { $0.accountIDs = [:] } }

    /// From now on the route gives this answer, whoever asks; with nil it answers by itself again.
    public func override(_ route: Route, with response: ServerResponse?) {
        state.withLock { $0.overrides[route] = response }
    }

    /// The orders, those that came in included.
    public var orders: [DemoCompany.Order] { state.withLock { $0.orders } }

    func accountID(ofToken token: String) -> String? { state.withLock { $0.accountIDs[token] } }
}

// MARK: - Answers that depend on what came before

extension ReferenceBackend {
    private func purchases() -> ServerResponse {
        state.withLock { state in
            let answer = state.ordersAnswer ?? .json(records.orders(state.orders))
            state.ordersAnswer = answer
            return answer
        }
    }

    private func login(_ account: DemoCompany.Account) -> ServerResponse {
        let token = Self.newToken()
        let login = state.withLock { state in
            state.accountIDs[token] = account.id
            state.logins += 1
            return state.logins
        }
        let json = records.token(token, tokenID: UUID().uuidString, account: account)
        return .json(json, variant: login)
    }

    private func submit(_ request: ServerRequest, _ account: DemoCompany.Account) -> ServerResponse {
        let draft: PurchaseDraft
        switch PurchaseDraft.read(request) {
        case .success(let read): draft = read
        case .failure(let refusal): return .failure(refusal.status, reason: refusal.reason)
        }
        let order = DemoCompany.Order(
            id: UUID().uuidString,
            poNumber: draft.poNumber,
            comment: draft.comment,
            purchaserID: account.id,
            purchaseDate: now(),
            dueDate: draft.dueDate,
            items: draft.purchases.map { DemoCompany.Order.Item(productID: $0.productId, quantity: $0.quantity) }
        )
        let index = state.withLock { state in
            state.orders.append(order)
            state.ordersAnswer = nil
            return state.orders.count - 1
        }
        return .json(records.order(order, index: index), variant: index)
    }

    /// Base64 of 16 random bytes; drawn until it has each of the characters that a client may get wrong.
    private static func newToken() -> String {
        while true {
            let token = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString()
            if token.contains("+"), token.contains("/") { return token }
        }
    }
}

extension ServerResponse {
    fileprivate static let notFound = ServerResponse.failure(404, reason: "Not Found")
}
