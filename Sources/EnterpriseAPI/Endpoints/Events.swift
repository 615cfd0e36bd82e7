public import EnterpriseHTTP

/// What is on the company's calendar.
public enum Events {
    /// GET `events`: all events. The server answers without a token too.
    public struct List: Request {
        /// The events, in the server's order.
        public typealias Response = [Event]

        /// The request.
        public init() {}

        /// `events`.
        public var path: RequestPath { "events" }
    }
}
