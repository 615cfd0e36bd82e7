public import EnterpriseAPI
public import EnterpriseHTTP

/// One call of a delegate's method, with what it brought.
public enum Callback: Sendable {
    /// `loginSucceeded(userId:)`
    case loginSucceeded(Identifier)
    /// `loginFailed(error:)`
    case loginFailed(APIError)
    /// `tokenRenewed(userId:)`
    case tokenRenewed(Identifier)
    /// `announcementsLoaded(announcements:)`
    case announcementsLoaded([Announcement])
    /// `announcementsFailed(error:)`
    case announcementsFailed(APIError)
    /// `orgLoaded(org:)`
    case orgLoaded(OrgChart)
    /// `orgFailed(error:)`
    case orgFailed(APIError)
    /// `eventsLoaded(events:)`
    case eventsLoaded([Event])
    /// `eventsFailed(error:)`
    case eventsFailed(APIError)
    /// `productsLoaded(products:)`
    case productsLoaded([Product])
    /// `productsFailed(error:)`
    case productsFailed(APIError)
    /// `purchasesLoaded(purchases:)`
    case purchasesLoaded([PurchaseOrder])
    /// `purchasesFailed(error:)`
    case purchasesFailed(APIError)
    /// `userLoaded(user:)`
    case userLoaded(UserInfo)
    /// `userFailed(error:)`
    case userFailed(APIError)
    /// `loggedOut()`
    case loggedOut

    /// Which method was called.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// `loginSucceeded(userId:)`
        case loginSucceeded
        /// `loginFailed(error:)`
        case loginFailed
        /// `tokenRenewed(userId:)`
        case tokenRenewed
        /// `announcementsLoaded(announcements:)`
        case announcementsLoaded
        /// `announcementsFailed(error:)`
        case announcementsFailed
        /// `orgLoaded(org:)`
        case orgLoaded
        /// `orgFailed(error:)`
        case orgFailed
        /// `eventsLoaded(events:)`
        case eventsLoaded
        /// `eventsFailed(error:)`
        case eventsFailed
        /// `productsLoaded(products:)`
        case productsLoaded
        /// `productsFailed(error:)`
        case productsFailed
        /// `purchasesLoaded(purchases:)`
        case purchasesLoaded
        /// `purchasesFailed(error:)`
        case purchasesFailed
        /// `userLoaded(user:)`
        case userLoaded
        /// `userFailed(error:)`
        case userFailed
        /// `loggedOut()`
        case loggedOut
    }

    /// Which method was called.
    public var kind: Kind {
        switch self {
        case .loginSucceeded: .loginSucceeded
        case .loginFailed: .loginFailed
        case .tokenRenewed: .tokenRenewed
        case .announcementsLoaded: .announcementsLoaded
        case .announcementsFailed: .announcementsFailed
        case .orgLoaded: .orgLoaded
        case .orgFailed: .orgFailed
        case .eventsLoaded: .eventsLoaded
        case .eventsFailed: .eventsFailed
        case .productsLoaded: .productsLoaded
        case .productsFailed: .productsFailed
        case .purchasesLoaded: .purchasesLoaded
        case .purchasesFailed: .purchasesFailed
        case .userLoaded: .userLoaded
        case .userFailed: .userFailed
        case .loggedOut: .loggedOut
        }
    }

    /// The error of a failure; nil for everything else.
    public var error: APIError? {
        switch self {
        case .loginFailed(let error), .announcementsFailed(let error), .orgFailed(let error), .eventsFailed(let error),
            .productsFailed(let error), .purchasesFailed(let error), .userFailed(let error):
            error
        default: nil
        }
    }
}
