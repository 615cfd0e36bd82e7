public import EnterpriseHTTP

/// The people of the company.
public enum Employees {
    /// GET `employees`: everyone; `OrgChart` makes a tree of them.
    public struct List: Request {
        /// The employees, in the server's order.
        public typealias Response = [Employee]

        /// The request.
        public init() {}

        /// `employees`.
        public var path: RequestPath { "employees" }
    }
}
