/// What the server sends back, well or ill behaved. It is encoded once, when it is made, so that one kept for many
/// requests costs nothing each time.
///
/// No `Date` and no content type are added. A description shows neither header values nor the body.
public struct ServerResponse: Sendable, CustomStringConvertible, CustomReflectable {
    /// The status; 0 for the kinds that send none of their own.
    public let status: Int
    /// The header fields, without those of the framing.
    public let headers: ServerHeaders
    /// The body, without its transfer coding.
    public let body: [UInt8]

    /// How the encoded bytes are used.
    enum Delivery: Sendable {
        /// A well-formed message whose head is the first so many bytes.
        case message(head: Int)
        case stream(StreamedBody)
        case verbatim(thenClose: Bool)
        case hang
    }

    let wire: [UInt8]
    let delivery: Delivery
    var manners = Manners()

    init(status: Int = 0, headers: ServerHeaders = [:], body: [UInt8] = [], wire: [UInt8], delivery: Delivery) {
        self.status = status
        self.headers = headers
        self.body = body
        self.wire = wire
        self.delivery = delivery
    }

    /// An answer with a Content-Length (RFC 9112, section 6.2). With 1xx, 204 and 304 no body is sent.
    public init(status: Int, headers: ServerHeaders = [:], body: [UInt8] = []) {
        var encoder = ResponseEncoder(status: status, headers: headers)
        if encoder.allowsBody {
            encoder.field("Content-Length", String(body.count))
            let head = encoder.finishHead()
            encoder.bytes += body
            self.init(
                status: status,
                headers: headers,
                body: body,
                wire: encoder.bytes,
                delivery: .message(head: head)
            )
        } else {
            let head = encoder.finishHead()
            self.init(status: status, headers: headers, wire: encoder.bytes, delivery: .message(head: head))
        }
    }

    /// An answer with a chunked body (RFC 9112, section 7.1); empty chunks are left out, since one would end the body.
    public init(status: Int, headers: ServerHeaders = [:], chunks: [[UInt8]]) {
        var encoder = ResponseEncoder(status: status, headers: headers)
        encoder.field("Transfer-Encoding", "chunked")
        let head = encoder.finishHead()
        for chunk in chunks where !chunk.isEmpty { encoder.chunk(chunk) }
        encoder.chunk([])
        self.init(
            status: status,
            headers: headers,
            body: Array(chunks.joined()),
            wire: encoder.bytes,
            delivery: .message(head: head)
        )
    }

    /// The encoded message with `Connection: close`; nil for the kinds that are no messages.
    func closingWire(withBody: Bool, chunksAllowed: Bool) -> [UInt8]? {
        guard case .message(let head) = delivery else { return nil }
        guard chunksAllowed else {
            // A peer of HTTP/1.0 knows no transfer coding.
            let plain = ServerResponse(status: status, headers: headers, body: body)
            return plain.closingWire(withBody: withBody, chunksAllowed: true)
        }
        var bytes = Array(wire.prefix(head - 2))
        bytes += "Connection: close\r\n\r\n".utf8
        if withBody { bytes += wire.dropFirst(head) }
        return bytes
    }

    /// The status and sizes.
    public var description: String {
        switch delivery {
        case .message: "\(status), \(headers.fields.count) headers, \(body.count) bytes"
        case .stream: "\(status), \(headers.fields.count) headers, streamed"
        case .verbatim where wire.isEmpty: manners.ending == .reset ? "reset" : "close"
        case .verbatim: "\(wire.count) raw bytes"
        case .hang: "hang"
        }
    }

    /// The status and sizes.
    public var customMirror: Mirror { Mirror(self, children: ["response": description]) }
}
