public import EnterpriseHTTP

/// What can be ordered.
public enum Products {
    /// GET `products`: all products.
    public struct List: Request {
        /// The products, in the server's order.
        public typealias Response = [Product]

        /// The request.
        public init() {}

        /// `products`.
        public var path: RequestPath { "products" }
    }
}
