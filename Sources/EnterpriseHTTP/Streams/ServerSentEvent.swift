/// One event of an event stream (WHATWG HTML standard section 9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The event's type; `message` unless the server names one.
    public var event: String
    /// The content: the event's `data` lines, with LF between them.
    public var data: String
    /// Where a feed goes on after this event: the last id that the server sent so far, or nil.
    public var id: String?
    /// How long the server wants a client to wait before it connects again, when it said so with this event.
    public var retry: Duration?

    /// An event of these parts.
    public init(event: String = "message", data: String, id: String? = nil, retry: Duration? = nil) {
        self.event = event
        self.data = data
        self.id = id
        self.retry = retry
    }
}
