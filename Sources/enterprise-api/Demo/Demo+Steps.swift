import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation

extension Demo {
    func runSteps() async throws {
        guard let account = company.accounts.first else { throw Deviation(description: "the company has no account") }
        try await signIn(account)
        try await load(user: Identifier(account.id))
        try await submitOrders(by: Identifier(account.id))
        _ = try await step("logout()", brings: \.farewell) { api.logout() }
        await api.close()
        try check(api.token == nil, "the token is forgotten")
        try check(api.delegate == nil, "the delegate is let go")
        try check(delegate.callbacks.count == 10, "every call ended in one callback")
    }

    private func signIn(_ account: DemoCompany.Account) async throws {
        let user = account.username
        let error = try await step("login with a wrong password", brings: \.loginError) {
            api.login(username: user, password: "not the password")
        }
        try write("    \(error)\n")
        try check(error.code == .unauthorized && error.status == 401, "a wrong password is refused as such")
        try check(api.token == nil, "there is no token after that")

        let id = try await step("login as \(user)", brings: \.signedInUser) {
            api.login(username: user, password: account.password)
        }
        try write("    user \(id)\n")
        try check(id == Identifier(account.id) && api.token?.userID == id, "the token is the user's")
    }

    private func load(user id: Identifier) async throws {
        let announcements = try await step("getAnnouncements()", brings: \.announcements, api.getAnnouncements)
        try show(Table(announcements, AnnouncementView.columns))
        try check(announcements == company.announcementModels, "the announcements are the backend's")

        let chart = try await step("getOrgChart()", brings: \.chart, api.getOrgChart)
        try show(Table(chart.nodes, EmployeeView.indented.filter(\.isStandard)))
        try check(chart == company.chartModel && chart.issues.isEmpty, "the chart is the backend's, and sound")

        let events = try await step("getEvents()", brings: \.events, api.getEvents)
        try show(Table(events.map { CalendarEntry($0) }, EventView.columns(in: .gmt).filter(\.isStandard)))
        try check(events == company.eventModels, "the events are the backend's")

        let products = try await step("getProducts()", brings: \.products, api.getProducts)
        try show(Table(products, ProductView.columns))
        try check(products == company.productModels, "the products are the backend's")

        let purchases = try await step("getPurchases()", brings: \.purchases, api.getPurchases)
        try show(Table(priced(purchases), PurchaseView.columns(in: .gmt).filter(\.isStandard)))
        try check(purchases == company.orderModels, "the purchases are the backend's")

        let user = try await step("getUserInfo(userID: \(id))", brings: \.user) { api.getUserInfo(userID: id) }
        try show(Table([user], UserView.columns))
        try check(user.id == id && user.username == company.accounts.first?.username, "the account is the user's")
    }

    private func submitOrders(by user: Identifier) async throws {
        let prices = company.productModels.sorted { $0.unitPrice < $1.unitPrice }
        guard let cheap = prices.first(where: { $0.unitPrice > 0 }), let dear = prices.last else {
            throw Deviation(description: "the company has no products")
        }
        let order = PurchaseOrder(
            poNumber: "DEMO-1",
            comment: "Handed in by the demo",
            dueDate: .now.addingTimeInterval(86_400),
            purchases: [.init(productId: cheap.id, quantity: 12)]
        )
        let purchases = try await step("submitPO of 12 × \(cheap.name)", brings: \.purchases) {
            try api.submitPO(po: order)
        }
        let saved = purchases.filter { $0.poNumber == order.poNumber }
        try show(Table(priced(saved), PurchaseView.columns(in: .gmt).filter(\.isStandard)))
        try check(purchases.count == company.orders.count + 1 && saved.count == 1, "there is one order more")
        try check(saved.allSatisfy { $0.id != nil && $0.purchaser == user }, "the backend gave it an id and the user")
        try check(saved.first?.purchases == order.purchases, "its items are those that were submitted")

        try write("\nsubmitPO of 1 × \(dear.name), over the limit of \(api.configuration.rules.maxPOExpense)\n")
        do {
            try api.submitPO(po: PurchaseOrder(poNumber: "DEMO-2", purchases: [.init(productId: dear.id, quantity: 1)]))
            throw Deviation(description: "an order over the limit was submitted")
        } catch let error as PurchaseOrderError {
            try write("    \(error)\n")
            try check(error.violations.map(\.rule) == [.totalOverLimit], "the limit is the only rule it breaks")
            try check(backend.calls(to: .submitPurchase) == 1, "only the first order was sent")
        }
    }

    private func priced(_ orders: [PurchaseOrder]) -> [PricedOrder] {
        let prices = Dictionary(company.productModels.map { ($0.id, $0.unitPrice) }) { first, _ in first }
        return orders.map { PricedOrder($0, prices: prices) }
    }
}
