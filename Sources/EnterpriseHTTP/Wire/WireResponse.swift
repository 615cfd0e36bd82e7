public import Foundation

/// A response as transports give it: the status, the head and the whole body.
public struct WireResponse: Sendable {
    private enum Head: Sendable {
        case parsed(HTTPHeaders)
        case raw([UInt8])
    }

    /// The status code (RFC 9110 section 15).
    public var status: Int
    /// The body, its content coding undone; empty when there is a `stream`.
    public var body: Data
    /// The body as it comes in, when the request asked for that and the status is 200–299.
    public var stream: ResponseStream?
    /// How many times the request was sent.
    public var attempts = 1
    /// The redirects that led to it, in order; empty when there were none.
    public internal(set) var redirections: [Redirection] = []
    /// Whether a redirect led to another origin, where the request's credentials did not go along: its 401 says nothing
    /// about them.
    var isFromElsewhere = false
    /// Whether an earlier attempt of the request may have had its effect, whatever this answer says.
    var mayHaveActedBefore = false
    /// The URL that it came from, as far as the client told.
    var requested: RequestedURL?
    private var head: Head

    /// A response of these parts.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data(), stream: ResponseStream? = nil) {
        self.status = status
        self.body = body
        self.stream = stream
        head = .parsed(headers)
    }

    /// A response whose header lines are parsed when they are first asked for.
    init(status: Int, head: [UInt8], body: Data = Data(), stream: ResponseStream? = nil) {
        self.status = status
        self.body = body
        self.stream = stream
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

    /// The body as it comes in, or in one piece when it is there.
    public var bytes: ResponseStream { stream ?? ResponseStream(OneChunk(body)) }

    /// The body as text in UTF-8; bytes that are not become U+FFFD.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The body read as JSON; throws `decodingFailed`, which names the coding path.
    public func json<T: Decodable>(_ type: T.Type = T.self) throws(APIError) -> T {
        do { return try ResponseDecoder.json(type, from: self) } catch {
            throw ResponseDecoder.failure(error, reading: self)
        }
    }
}

extension WireResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the size of the body.
    public var description: String { "\(status), \(stream == nil ? "\(body.count) bytes" : "streamed")" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows no more than `description` does.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
