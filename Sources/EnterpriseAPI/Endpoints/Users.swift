public import EnterpriseHTTP

/// The accounts of the backend.
public enum Users {
    /// GET `users/{id}`: one account. Only the older edition of the backend has it.
    public struct Get: Request {
        /// The account.
        public typealias Response = UserInfo

        private let id: Identifier

        /// The account of this id.
        public init(id: Identifier) { self.id = id }

        /// `users/{id}`.
        public var path: RequestPath { "users/\(id)" }
    }

    /// GET `users/me`: the account that the token stands for.
    public struct Me: Request {
        /// The account.
        public typealias Response = UserInfo

        /// The request.
        public init() {}

        /// `users/me`.
        public var path: RequestPath { "users/me" }
    }
}
