/// How a request proves who sends it. Never prints what it holds.
public enum Authorization: Sendable, Hashable {
    /// It does not.
    case none
    /// By the client's current bearer token (RFC 6750 section 2.1); sent without one while there is none.
    case bearer
    /// By a user name and password (RFC 7617, in UTF-8). The name must not hold a colon.
    case basic(username: String, password: String)
}

extension Authorization: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The scheme, without what proves it.
    public var description: String {
        switch self {
        case .none: "none"
        case .bearer: "bearer"
        case .basic: "basic <redacted>"
        }
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// Shows no more than `description` does.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }
}
