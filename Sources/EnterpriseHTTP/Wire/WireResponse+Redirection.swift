extension WireResponse {
    /// A redirect that was followed.
    public struct Redirection: Sendable, Hashable {
        /// The status that asked for it, such as 307.
        public let status: Int
        /// Scheme, host and port that it led to.
        public let origin: String
        /// Path and query that it led to.
        public let target: String
    }
}

extension WireResponse.Redirection: CustomStringConvertible, CustomReflectable {
    /// The status and the server: path and query may hold secrets.
    public var description: String { "\(status) to \(origin)" }
    /// Shows no more than `description` does.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
