extension ServerResponse {
    /// A body that is produced while it is sent.
    struct StreamedBody: Sendable {
        let length: Int?
        let produce: @Sendable (ResponseWriter) -> Void
    }

    /// An answer whose body is written while it is sent: an endless one, or one too large to hold.
    ///
    ///     .stream(headers: ["Content-Type": "text/event-stream"]) { writer in
    ///         while writer.write("data: hello\n\n"), writer.wait(for: next()) {}
    ///     }
    ///
    /// - Parameters:
    ///   - status: 200 unless told.
    ///   - headers: the header fields, without those of the framing.
    ///   - length: what Content-Length promises; the connection closes when less is written. Without it the body is
    ///     chunked, or ends with the connection for a peer of HTTP/1.0.
    ///   - body: runs on the connection's thread, for several connections at once; not for `HEAD`, nor for a status
    ///     that has no body. It ought to end when a call of the writer gives false.
    public static func stream(
        status: Int = 200,
        headers: ServerHeaders = [:],
        length: Int? = nil,
        body: @escaping @Sendable (ResponseWriter) -> Void
    ) -> ServerResponse {
        let streamed = StreamedBody(length: length.map { max(0, $0) }, produce: body)
        return ServerResponse(status: status, headers: headers, wire: [], delivery: .stream(streamed))
    }
}

/// Takes the body of a streamed answer. It works only while the closure runs that it was given to, on its thread.
public final class ResponseWriter {
    private enum Framing {
        case length(left: Int)
        case chunked
        case untilClose
    }

    private let socket: Socket
    private var sender: ResponseSender
    private var framing: Framing
    private var isBroken = false
    private(set) var isReset = false
    /// How many bytes of the body have been handed to the system.
    public private(set) var bytesWritten = 0

    init(_ socket: Socket, sender: ResponseSender, length: Int?, chunksAllowed: Bool) {
        self.socket = socket
        self.sender = sender
        framing = length.map { .length(left: $0) } ?? (chunksAllowed ? .chunked : .untilClose)
    }

    /// Sends bytes, and waits while the peer does not read. In a chunked body they are one chunk.
    /// - Returns: false when the peer is gone or did not read for the send timeout, the body has been aborted, or the
    ///   bytes are more than the promised length; of those, what fits is sent.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        guard !isBroken else { return false }
        // An empty chunk would end the body.
        guard !bytes.isEmpty else { return true }
        var count = bytes.count
        switch framing {
        case .length(let left):
            count = min(count, left)
            framing = .length(left: left - count)
            isBroken = !sender.send(bytes, count: count)
        case .chunked: isBroken = !sendAll(ResponseEncoder.chunk(bytes))
        case .untilClose: isBroken = !sendAll(bytes)
        }
        guard !isBroken else { return false }
        bytesWritten += count
        return count == bytes.count
    }

    /// Sends text as UTF-8, as `write` of bytes does.
    @discardableResult
    public func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    /// Waits until the gate opens. False when the peer goes away or stops sending, or the server stops, first.
    public func wait(for gate: LoopbackGate) -> Bool {
        guard !isBroken else { return false }
        gate.arrive()
        return socket.wait(for: gate)
    }

    /// Leaves the body unfinished: the connection ends when the closure returns, and nothing more is sent.
    /// - Parameter resetting: whether it ends with a reset (RST) rather than in order.
    public func abort(resetting: Bool = false) {
        isBroken = true
        isReset = resetting
    }

    func sendAll(_ bytes: [UInt8]) -> Bool { sender.send(bytes, count: bytes.count) }

    /// Ends the body. False when the connection must end for it.
    func finish() -> Bool {
        guard !isBroken else { return false }
        switch framing {
        case .length(let left): return left == 0 && sender.finish()
        case .chunked: return sendAll(ResponseEncoder.chunk([])) && sender.finish()
        case .untilClose: return false
        }
    }
}
