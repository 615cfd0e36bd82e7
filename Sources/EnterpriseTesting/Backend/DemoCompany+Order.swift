public import Foundation

extension DemoCompany {
    /// A purchase order.
    public struct Order: Sendable {
        /// A UUID.
        public var id: String
        /// The number people know it by; a string.
        public var poNumber: String
        /// A remark, or nil.
        public var comment: String?
        /// Whose order it is.
        public var purchaserID: String
        /// When it was made.
        public var purchaseDate: Date
        /// When it is due, or nil.
        public var dueDate: Date?
        /// What is ordered.
        public var items: [Item]

        /// An order.
        public init(
            id: String,
            poNumber: String,
            comment: String? = nil,
            purchaserID: String,
            purchaseDate: Date,
            dueDate: Date? = nil,
            items: [Item]
        ) {
            self.id = id
            self.poNumber = poNumber
            self.comment = comment
            self.purchaserID = purchaserID
            self.purchaseDate = purchaseDate
            self.dueDate = dueDate
            self.items = items
        }

        /// So much of one product.
        public struct Item: Sendable {
            /// Which product.
            public var productID: String
            /// How much; need not be whole.
            public var quantity: Double

            /// An item.
            public init(productID: String, quantity: Double) {
                self.productID = productID
                self.quantity = quantity
            }
        }
    }

    /// Somebody who may sign in. No description shows the password.
    public struct Account: Sendable, CustomStringConvertible, CustomReflectable {
        /// A UUID, in both editions.
        public var id: String
        /// The name to sign in with.
        public var username: String
        /// The password to sign in with.
        public var password: String
        /// The person's name, which only the older edition tells.
        public var name: String

        /// An account.
        public init(id: String, username: String, password: String, name: String) {
            self.id = id
            self.username = username
            self.password = password
            self.name = name
        }

        /// The user name.
        public var description: String { "account of \(username)" }

        /// The user name alone.
        public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
    }
}
