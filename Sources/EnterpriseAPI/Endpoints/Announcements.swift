public import EnterpriseHTTP

/// What the company tells everyone.
public enum Announcements {
    /// GET `announcements`: all announcements.
    public struct List: Request {
        /// The announcements, in the server's order.
        public typealias Response = [Announcement]

        /// The request.
        public init() {}

        /// `announcements`.
        public var path: RequestPath { "announcements" }
    }
}
