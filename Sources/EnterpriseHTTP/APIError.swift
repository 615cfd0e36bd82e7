public import Foundation

/// Why a call failed: what to do about it (`code`), what the server said (`reason`), and where.
///
/// Its description is one line a person can act on. It never holds a password, a token, a header or a body.
public struct APIError: Error, Sendable {
    /// What kind of failure it is.
    public var code: Code
    /// The server's words where it gave any, else a short description. Show it, don't parse it: the wording of servers
    /// differs between versions.
    public var reason: String?
    /// The response's status code, when there was a response.
    public var status: Int?
    /// The endpoint's name, such as `GET users/{}`.
    public var endpoint: String?
    /// The server's `X-Request-ID`, to find the call in its log.
    public var requestID: String?
    /// How many times the request was tried.
    public var attempts: Int
    /// How long the server asks to wait before another try (`Retry-After`, RFC 9110 section 10.2.3), at most a year.
    public var retryAfter: Duration?
    /// Whether a byte of the request may have gone out, so that the server may have received it. Where a call broke off,
    /// that is assumed until a transport that knows better says no: what is not idempotent is then not sent again.
    public var mayHaveReachedServer: Bool
    /// Whether the request may have had its effect although the call failed: it changes something, it may have reached
    /// the server, and no answer says what came of it. Look before you send it again.
    public var isOutcomeUnknown = false
    /// Whether time ran out while the call waited for something of this process, such as a place among the exchanges: that
    /// tells nothing about the server.
    package var isOwnWait = false
    /// The error beneath, such as a `DecodingError`. It may quote data: don't log it unread.
    public var underlying: (any Error)?
    /// The first bytes of the response's body, at most 1,024; for a person to look at, never printed.
    public var responsePrefix: Data

    /// An error of these parts.
    public init(
        _ code: Code,
        reason: String? = nil,
        status: Int? = nil,
        endpoint: String? = nil,
        requestID: String? = nil,
        attempts: Int = 1,
        underlying: (any Error)? = nil,
        responsePrefix: Data = Data()
    ) {
        self.code = code
        self.reason = reason
        self.status = status
        self.endpoint = endpoint
        self.requestID = requestID
        self.attempts = attempts
        self.underlying = underlying
        self.responsePrefix = responsePrefix
        mayHaveReachedServer = status != nil || Self.breaksOff.contains(code)
    }

    /// How calls end that were under way.
    private static let breaksOff: Set<Code> = [
        .connectionLost, .timedOut, .cancelled, .shutDown, .invalidResponse, .responseTooLarge, .internalError,
    ]

    /// The same error of a call of which nothing was sent.
    package func beforeSending() -> APIError {
        var error = self
        error.mayHaveReachedServer = false
        return error
    }

    /// A time limit that ran out before the call had its turn.
    package static func waitedInVain(_ reason: String) -> APIError {
        var error = APIError(.timedOut, reason: reason).beforeSending()
        error.isOwnWait = true
        return error
    }

    /// Whether the same call may succeed later without a change: not whether it is safe to send it twice.
    public var isRetryable: Bool {
        if let status { return [408, 425, 429, 500, 502, 503, 504].contains(status) }
        return [.connectionFailed, .connectionLost, .hostNotFound, .timedOut, .overloaded, .circuitOpen].contains(code)
    }
}

extension APIError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable, LocalizedError {
    /// Endpoint, status, code, reason and the server's request id, in one line of at most about 500 characters.
    public var description: String {
        var text = endpoint.map { "\(Self.line($0, limit: 120)): " } ?? ""
        text += code.description
        if let status { text += " (\(status))" }
        if let reason, !reason.isEmpty { text += ": \(Self.line(reason, limit: 300))" }
        if attempts > 1 { text += " after \(attempts) attempts" }
        if let requestID { text += " [request \(Self.line(requestID, limit: 80))]" }
        return text
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// The same as `description`.
    public var errorDescription: String? { description }

    /// Shows no more than `description` does.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }

    /// One line without control characters, since the words are the server's.
    private static func line(_ text: String, limit: Int) -> String {
        let scalars = text.unicodeScalars.prefix(limit).map { scalar in
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            let isBreak = scalar.value == 0x2028 || scalar.value == 0x2029
            return isControl || isBreak ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars)) + (text.unicodeScalars.count > limit ? "…" : "")
    }
}
