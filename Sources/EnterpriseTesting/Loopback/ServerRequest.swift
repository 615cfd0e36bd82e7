/// A request as the server read it. Its description shows no header value and no body.
public struct ServerRequest: Sendable, CustomStringConvertible, CustomReflectable {
    /// The method, as it was sent.
    public var method: String
    /// The request target, byte for byte as it was sent: nothing is decoded or normalised.
    public var target: String
    /// The header fields, in order.
    public var headers: ServerHeaders
    /// The body, without its transfer coding.
    public var body: [UInt8] { didSet { bodyLength = body.count } }
    /// How many bytes the body has, or had, when `LoopbackServer.BodyHandling.consume` took them.
    public internal(set) var bodyLength: Int
    /// Counts the server's connections from 1; 0 without a socket.
    public var connection: Int
    /// Counts the requests of the connection from 1; 0 without a socket.
    public var number: Int
    /// Whether the connection may serve another request (RFC 9112, section 9.3).
    var keepsAlive: Bool
    /// Whether the peer understands chunked bodies.
    var isHTTP11: Bool

    /// A request that came over no socket, for a handler that is called directly.
    public init(method: String = "GET", target: String, headers: ServerHeaders = [:], body: [UInt8] = []) {
        self.init(head: RequestHead(method: method, target: target, headers: headers), body: body)
    }

    init(head: RequestHead, body: [UInt8], connection: Int = 0, number: Int = 0) {
        method = head.method
        target = head.target
        headers = head.headers
        self.body = body
        bodyLength = body.count
        self.connection = connection
        self.number = number
        keepsAlive = head.keepsAlive
        isHTTP11 = head.isHTTP11
    }

    /// The target up to the query; of an absolute target (RFC 9112, section 3.2.2) what follows the authority.
    public var path: String { String(parts.path) }

    /// What follows the first question mark of the target, or nil when there is none.
    public var query: String? { parts.query.map(String.init) }

    /// The request line and sizes.
    public var description: String {
        "\(method) \(target) (connection \(connection), request \(number), \(headers.fields.count) headers, \(bodyLength) bytes)"
    }

    /// The request line and sizes.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }

    private var parts: (path: Substring, query: Substring?) {
        let pieces = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = pieces.count > 1 ? pieces[1] : nil
        guard let path = pieces.first, !path.hasPrefix("/"), let scheme = path.firstRange(of: "://") else {
            return (pieces.first ?? "", query)
        }
        let rest = path[scheme.upperBound...]
        return (rest.firstIndex(of: "/").map { rest[$0...] } ?? "/", query)
    }
}
