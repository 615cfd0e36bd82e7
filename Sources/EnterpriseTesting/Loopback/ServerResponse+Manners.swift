extension ServerResponse {
    /// How the bytes of an answer come, and how the connection ends after them.
    struct Manners: Sendable {
        /// In the order of their places.
        var holds: [Hold] = []
        var pace: Pace?
        /// How the connection ends, whatever it would do by itself.
        var ending: Ending?
    }

    /// A gate in front of the byte of this number, counted from 0.
    struct Hold: Sendable {
        let place: Int
        let gate: LoopbackGate
    }

    enum Ending: Sendable {
        case reset
        case halfClose
    }

    /// Bytes sent as they are, whatever the request was.
    public static func raw(_ bytes: [UInt8], thenClose: Bool = true) -> ServerResponse {
        ServerResponse(wire: bytes, delivery: .verbatim(thenClose: thenClose))
    }

    /// A head that promises `length` bytes, the body, and the end of the connection: a truncated answer when the body
    /// is shorter.
    public static func truncated(
        status: Int = 200,
        headers: ServerHeaders = [:],
        body: [UInt8],
        promising length: Int
    ) -> ServerResponse {
        var encoder = ResponseEncoder(status: status, headers: headers)
        encoder.field("Content-Length", String(length))
        _ = encoder.finishHead()
        return ServerResponse(
            status: status,
            headers: headers,
            body: body,
            wire: encoder.bytes + body,
            delivery: .verbatim(thenClose: true)
        )
    }

    /// The connection closes without a byte.
    public static let close = raw([])

    /// The connection is reset (RST) without a byte.
    public static let reset = close.thenResetting()

    /// No answer, until the server stops or the peer goes away.
    public static let hang = ServerResponse(wire: [], delivery: .hang)

    /// The same answer, sent once the gate is open. When the peer goes away first, or stops sending, it never is.
    public func delayed(until gate: LoopbackGate) -> ServerResponse { held(after: 0, until: gate) }

    /// The same answer, of which so many bytes, head included, are sent at once and the rest when the gate is open. May
    /// be called for several places. When the peer goes away first, or stops sending, the rest never is.
    public func held(after bytes: Int, until gate: LoopbackGate) -> ServerResponse {
        changed { manners in
            let index = manners.holds.firstIndex { $0.place > bytes } ?? manners.holds.endIndex
            manners.holds.insert(Hold(place: bytes, gate: gate), at: index)
        }
    }

    /// The same answer, sent in steps of so many bytes with a pause between them, of at least a millisecond. It ends
    /// when the peer goes away or stops sending.
    public func trickled(bytes: Int = 1, every pause: Duration = .milliseconds(1)) -> ServerResponse {
        changed { $0.pace = Pace(bytes: bytes, interval: pause) }
    }

    /// The same answer, and a reset (RST) of the connection after its last byte.
    public func thenResetting() -> ServerResponse { changed { $0.ending = .reset } }

    /// The same answer, after which the server sends no more (FIN), but goes on reading, and throws away what it reads,
    /// until the peer is done.
    public func thenHalfClosing() -> ServerResponse { changed { $0.ending = .halfClose } }

    private func changed(_ change: (inout Manners) -> Void) -> ServerResponse {
        var copy = self
        change(&copy.manners)
        return copy
    }
}

extension ServerResponse: ExpressibleByIntegerLiteral {
    /// An answer of the status without headers and body, so that a script reads as `503, 503, 200`.
    public init(integerLiteral status: Int) { self.init(status: status) }
}
