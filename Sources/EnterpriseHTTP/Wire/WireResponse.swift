public import Foundation

/// A response as transports give it: the status, the head and the whole body.
public struct WireResponse: Sendable {
    private enum Head: Sendable {
        case parsed(HTTPHeaders)
        case raw([UInt8])
    }

    /// The status code (RFC 9110 section 15).
    public var status: Int
    /// The body, its content coding undone.
    public var body: Data
    private var head: Head

    /// A response of these parts.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.body = body
        head = .parsed(headers)
    }

    /// A response whose header lines are parsed when they are first asked for.
    init(status: Int, head: [UInt8], body: Data) {
        self.status = status
        self.body = body
        self.head = .raw(head)
    }

    /// The header fields. Most calls never look at them, so a received head is parsed on each access: keep the result.
    public var headers: HTTPHeaders {
        switch head {
        case .parsed(let headers): headers
        case .raw(let bytes): HTTPHeaders(parsing: bytes)
        }
    }

    /// Whether the status says that the request was received, understood and accepted (200–299).
    public var isSuccess: Bool { (200..<300).contains(status) }
}
