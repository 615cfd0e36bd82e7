/// Makes events of the lines of an event stream, as section 9.2.6 of the WHATWG HTML standard has it.
///
/// The last id lives on in the next connection: the standard's text drops it there, browsers don't.
struct EventParser {
    /// The id of the last event that was complete; empty for none.
    private(set) var lastEventID: String
    /// What the server said last.
    private(set) var reconnectionTime: Duration?

    private let limit: Int
    private var isFirstLine = true
    private var id: String
    private var event = ""
    private var data: String?
    private var retry: Duration?

    /// - Parameter limit: The size in bytes above which an event's data is refused.
    init(limit: Int, lastEventID: String) {
        self.limit = limit
        self.lastEventID = lastEventID
        id = lastEventID
    }

    /// Takes a line without its end, and gives the event that it completes.
    mutating func take(_ line: String) throws(APIError) -> ServerSentEvent? {
        var line = Substring(line)
        if isFirstLine, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
        isFirstLine = false
        guard !line.isEmpty else { return dispatch() }
        // A comment's colon comes first: it is a field without a name, which nobody knows.
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            try set(line, to: "")
            return nil
        }
        var value = line.utf8[line.utf8.index(after: colon)...]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        try set(line[..<colon], to: Substring(value))
        return nil
    }

    private mutating func set(_ field: Substring, to value: Substring) throws(APIError) {
        switch field {
        case "event": event = String(value)
        case "data":
            guard (data.map { $0.utf8.count + 1 } ?? 0) + value.utf8.count <= limit else {
                throw APIError(.responseTooLarge, reason: "an event is over \(limit) bytes")
            }
            if data == nil { data = String(value) } else { data?.append("\n\(value)") }
        case "id": if !value.utf8.contains(0) { id = String(value) }
        case "retry":
            guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let time = Int64(value) else { return }
            retry = .milliseconds(time)
            reconnectionTime = retry
        default: break
        }
    }

    private mutating func dispatch() -> ServerSentEvent? {
        lastEventID = id
        defer { (event, data, retry) = ("", nil, nil) }
        return data.map { data in
            ServerSentEvent(
                event: event.isEmpty ? "message" : event,
                data: data,
                id: id.isEmpty ? nil : id,
                retry: retry
            )
        }
    }
}
