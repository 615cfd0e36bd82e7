extension LoopbackServer {
    /// Which of the machine's own addresses the server listens on.
    public enum Address: Sendable, CaseIterable {
        /// 127.0.0.1
        case ipv4
        /// ::1
        case ipv6

        var host: String {
            switch self {
            case .ipv4: "127.0.0.1"
            case .ipv6: "[::1]"
            }
        }
    }

    /// What happens to bytes that are no HTTP/1.1 request.
    public enum BrokenRequestPolicy: Sendable {
        /// 400, 431, 501 or 505 is answered, then the connection closes (RFC 9112, section 2.2).
        case answer
        /// The connection closes without a byte.
        case close
    }

    /// What becomes of a request's body, decided when its head has been read.
    public enum BodyHandling: Sendable {
        /// It is kept, up to `Options.maxBodyBytes`, and given to the handler.
        case collect
        /// It is given to the closure piece by piece and not kept, whatever its length; the connection's thread runs
        /// it, so a closure that waits holds the peer up. The handler is called afterwards, with an empty body and
        /// its `bodyLength`.
        case consume(@Sendable (ArraySlice<UInt8>) -> Void)
        /// The answer is sent before the body is read, in place of the handler's. What comes of the body is thrown
        /// away, unless the answer ends the connection: unread bytes make the system reset it then.
        case answer(ServerResponse)
    }

    /// Limits and manners of a server. The defaults suit a test of a client.
    public struct Options: Sendable {
        /// Most bytes of a request line with its headers; more is answered with 431. 64 KB unless told.
        public var maxHeaderBytes = 64 * 1024
        /// Most bytes of a request body; more is answered with 413. 16 MB unless told.
        public var maxBodyBytes = 16 * 1024 * 1024
        /// Whether `Expect: 100-continue` is answered with 100 before the body is read (RFC 9110, section 10.1.1).
        public var sendsContinue = false
        /// What happens to bytes that are no HTTP/1.1 request.
        public var brokenRequests = BrokenRequestPolicy.answer
        /// Seconds one `send` may wait for a peer that does not read; the connection closes then. 30 unless told.
        public var sendTimeout = 30
        /// Decides, from a request without its body, what becomes of the body. Unless told, all are collected.
        public var bodyHandling: (@Sendable (_ head: ServerRequest) -> BodyHandling)?
        /// Makes the answer of the given status when the server itself refuses a request (400, 413, 431, 501, 505).
        public var refusal: @Sendable (_ status: Int) -> ServerResponse = { ServerResponse(status: $0) }

        /// The defaults.
        public init() {}
    }
}
