extension APIError {
    /// What kind of failure an error is. More may be added: give every `switch` over it a `default`.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case invalidRequest = "the request can't be sent"
            case invalidInput = "the input breaks a rule"
            case cancelled = "cancelled"
            case shutDown = "the client is closed"
            case timedOut = "timed out"
            case hostNotFound = "the host name does not resolve"
            case connectionFailed = "no connection"
            case connectionLost = "the connection was lost"
            case tlsFailed = "no secure connection"
            case redirectRefused = "the redirect is not followed"
            case invalidConfiguration = "the transport's options can't be used"
            case proxyLoginRefused = "the proxy refuses the login"
            case proxyRefused = "the proxy refuses the connection"
            case invalidResponse = "the answer is not HTTP"
            case responseTooLarge = "the answer is too large"
            case unauthorized = "not signed in"
            case noCredentials = "no credentials to sign in with"
            case excessiveRenewal = "the session is renewed too often"
            case forbidden = "not allowed"
            case notFound = "not found"
            case rejected = "the server refused the request"
            case tooManyRequests = "too many requests"
            case serverError = "the server failed"
            case unexpectedStatus = "unexpected status"
            case bodyFailed = "the request's body can't be produced"
            case fileFailed = "the file can't be written"
            case wrongDigest = "the file is not the expected one"
            case decodingFailed = "the answer can't be read"
            case overloaded = "too many calls wait already"
            case circuitOpen = "the server is left alone for a while"
            case internalError = "internal error"
        }

        private let value: Value

        private init(_ value: Value) { self.value = value }

        /// The kind in a few words.
        public var description: String { value.rawValue }

        /// The request has no valid form: a method, path, header or body that can't be encoded. Nothing was sent.
        public static let invalidRequest = Code(.invalidRequest)
        /// The request's own rules refuse its values; `underlying` is what its
        /// `validate()` threw, such as a `ValidationError`. Nothing was sent.
        public static let invalidInput = Code(.invalidInput)
        /// The task was cancelled, or `logout()` ended the call.
        public static let cancelled = Code(.cancelled)
        /// The client was closed before or during the call.
        public static let shutDown = Code(.shutDown)
        /// A time limit ran out; `reason` says during what.
        public static let timedOut = Code(.timedOut)
        /// The host's name has no address.
        public static let hostNotFound = Code(.hostNotFound)
        /// No connection came about: refused, unreachable, or no descriptor left. Nothing was sent.
        public static let connectionFailed = Code(.connectionFailed)
        /// The connection ended before the whole answer was there. The server may have acted on the request.
        public static let connectionLost = Code(.connectionLost)
        /// An option of the transport has no valid form, names a file that can't be used, or needs what libcurl lacks;
        /// `underlying` is the `TransportOptionsError`. Nothing was sent.
        public static let invalidConfiguration = Code(.invalidConfiguration)
        /// The proxy wants a login, or another one (status 407, RFC 9110 section 15.5.8). The server got nothing.
        public static let proxyLoginRefused = Code(.proxyLoginRefused)
        /// The proxy does not let the connection through. Nothing was sent to the server.
        public static let proxyRefused = Code(.proxyRefused)
        /// TLS could not be set up, or the server's certificate is not trusted; `tlsFailure` says what it was.
        public static let tlsFailed = Code(.tlsFailed)
        /// What came back is not HTTP.
        public static let invalidResponse = Code(.invalidResponse)
        /// The server redirects the call to where it must not go, or too often, or the request's body can't be sent twice.
        public static let redirectRefused = Code(.redirectRefused)
        /// The head or the decoded body is over the limit in `TransportOptions`.
        public static let responseTooLarge = Code(.responseTooLarge)
        /// Status 401: no, unknown or expired credentials.
        public static let unauthorized = Code(.unauthorized)
        /// The provider of credentials failed; `underlying` is what it threw.
        public static let noCredentials = Code(.noCredentials)
        /// New tokens are refused as soon as they are there, so the session no longer signs in for a while.
        public static let excessiveRenewal = Code(.excessiveRenewal)
        /// Status 403.
        public static let forbidden = Code(.forbidden)
        /// Status 404 or 410.
        public static let notFound = Code(.notFound)
        /// Any other status of 400–499.
        public static let rejected = Code(.rejected)
        /// Status 429.
        public static let tooManyRequests = Code(.tooManyRequests)
        /// Status 500–599.
        public static let serverError = Code(.serverError)
        /// Any other status outside 200–299, such as a redirect.
        public static let unexpectedStatus = Code(.unexpectedStatus)
        /// The request's body ended early, is longer than was said, or threw; `underlying` is the cause where there is one.
        public static let bodyFailed = Code(.bodyFailed)
        /// A download's file can't be made, written or put in its place; `reason` says why.
        public static let fileFailed = Code(.fileFailed)
        /// A download is whole, but its digest is not the expected one.
        public static let wrongDigest = Code(.wrongDigest)
        /// The body is not what the request expects; `reason` names the coding path, `underlying` is the decoder's error.
        public static let decodingFailed = Code(.decodingFailed)
        /// Too many calls wait for their turn already. Nothing was sent.
        public static let overloaded = Code(.overloaded)
        /// Calls failed one after the other, and a `CircuitBreaker` leaves the server alone for a while. Nothing was sent.
        public static let circuitOpen = Code(.circuitOpen)
        /// The transport failed in a way that should not be possible; `reason` says how.
        public static let internalError = Code(.internalError)
    }
}
