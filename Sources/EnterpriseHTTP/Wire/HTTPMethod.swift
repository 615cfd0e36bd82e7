/// The method of a request: those of RFC 9110 section 9 and PATCH of RFC 5789, or any other token.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The method as it stands on the wire; methods are case-sensitive (RFC 9110 section 9.1).
    public let rawValue: String

    /// A method of any name; one that is no token (RFC 9110 section 5.6.2) is refused when it is sent.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A method of any name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// Reads a resource.
    public static let get: HTTPMethod = "GET"
    /// Reads the head of what GET would answer.
    public static let head: HTTPMethod = "HEAD"
    /// Has the resource process the body; neither safe nor idempotent.
    public static let post: HTTPMethod = "POST"
    /// Replaces a resource by the body.
    public static let put: HTTPMethod = "PUT"
    /// Changes a part of a resource; not idempotent.
    public static let patch: HTTPMethod = "PATCH"
    /// Removes a resource.
    public static let delete: HTTPMethod = "DELETE"
    /// Asks what a resource allows.
    public static let options: HTTPMethod = "OPTIONS"
    /// Echoes the request.
    public static let trace: HTTPMethod = "TRACE"

    /// Whether it only reads (RFC 9110 section 9.2.1).
    public var isSafe: Bool { [.get, .head, .options, .trace].contains(self) }

    /// Whether sending it twice does no more than sending it once (RFC 9110 section 9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace: true
        default: false
        }
    }

    /// The method's name.
    public var description: String { rawValue }
}
