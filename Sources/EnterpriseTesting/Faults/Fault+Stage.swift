extension Fault {
    /// When a fault happens. Everything before it has been passed on, exactly, and nothing after it.
    ///
    /// All but `accepted` and `bytes` need HTTP/1.1 on the connection; with anything else they never come, nor do those
    /// inside a body when there is none. For them the proxy passes a head on once it is whole.
    public enum Stage: Sendable, Hashable {
        /// The client has connected; the server has not been connected to.
        case accepted
        /// The first byte of a request has come, and the server gets none of it: as when a kept-alive connection has
        /// died unnoticed.
        case requestStarted
        /// The server has the request's head, which is all of it when there is no body.
        case afterRequestHead
        /// The server has half of the request's body, of its first chunk when it is chunked.
        case midRequestBody
        /// The server has answered, and the client gets none of it.
        case beforeResponse
        /// The client has half of the response's head. Interim responses (1xx) do not count as responses.
        case midResponseHead
        /// The client has half of the response's body: of its first chunk when it is chunked, and its first byte when
        /// it ends with the connection.
        case midResponseBody
        /// The client has the whole response, and has not begun another request unless it pipelines.
        case betweenRequests
        /// So many bytes of the connection have been passed on in the direction.
        case bytes(Int, Direction)

        /// Every stage but those of byte counts, in the order in which they come.
        public static let all: [Stage] = [
            .accepted, .requestStarted, .afterRequestHead, .midRequestBody, .beforeResponse, .midResponseHead,
            .midResponseBody, .betweenRequests,
        ]
    }
}
