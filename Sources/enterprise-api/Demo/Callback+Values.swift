import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting

// What a callback brought, if it is the one that was expected.

extension Callback {
    var signedInUser: Identifier? { if case .loginSucceeded(let id) = self { id } else { nil } }
    var loginError: APIError? { if case .loginFailed(let error) = self { error } else { nil } }
    var announcements: [Announcement]? {
        if case .announcementsLoaded(let announcements) = self { announcements } else { nil }
    }
    var chart: OrgChart? { if case .orgLoaded(let chart) = self { chart } else { nil } }
    var events: [Event]? { if case .eventsLoaded(let events) = self { events } else { nil } }
    var products: [Product]? { if case .productsLoaded(let products) = self { products } else { nil } }
    var purchases: [PurchaseOrder]? { if case .purchasesLoaded(let purchases) = self { purchases } else { nil } }
    var user: UserInfo? { if case .userLoaded(let user) = self { user } else { nil } }
    var farewell: Void? { if case .loggedOut = self { () } else { nil } }
}
