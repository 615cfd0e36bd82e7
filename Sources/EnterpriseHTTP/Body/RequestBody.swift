public import Foundation

/// The body of a request: bytes that are there, a value that is encoded when the request is sent, or a stream of chunks
/// that are produced while it is sent.
public struct RequestBody: Sendable {
    /// Takes one chunk of a streamed body; returns when there is room for the next.
    public typealias Write = @Sendable (Data) async throws -> Void

    enum Content: Sendable {
        case data(Data)
        /// What becomes bytes, or a stream, when it is sent.
        case encoded(@Sendable () throws -> RequestBody)
        case streamed(Source)
    }

    /// The media type, sent as `Content-Type`; none is sent when it is nil.
    public let contentType: String?
    /// Whether it can be sent a second time. A request whose body can't is never sent again.
    public let isReplayable: Bool
    let content: Content

    init(contentType: String?, isReplayable: Bool = true, content: Content) {
        self.contentType = contentType
        self.isReplayable = isReplayable
        self.content = content
    }

    /// Bytes that `encode` makes when they are sent.
    init(contentType: String, encode: @escaping @Sendable () throws -> Data) {
        self.init(contentType: contentType, content: .encoded { .data(try encode(), contentType: contentType) })
    }

    /// These bytes.
    public static func data(_ data: Data, contentType: String? = nil) -> RequestBody {
        RequestBody(contentType: contentType, content: .data(data))
    }

    /// This text in UTF-8.
    public static func text(_ text: String, contentType: String = "text/plain; charset=utf-8") -> RequestBody {
        .data(Data(text.utf8), contentType: contentType)
    }

    /// A value as JSON (RFC 8259); dates in ISO 8601 unless the value encodes them itself.
    public static func json(_ value: some Encodable & Sendable) -> RequestBody {
        RequestBody(contentType: "application/json") {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .iso8601
            encoder.outputFormatting = .withoutEscapingSlashes
            return try encoder.encode(value)
        }
    }

    /// The chunks of a sequence, as they come. It can't be sent twice.
    ///
    /// - Parameters:
    ///   - chunks: The bytes, in pieces of any size.
    ///   - contentType: The media type; none is sent when it is nil.
    ///   - length: The bytes of all chunks together, where known: the call fails with `bodyFailed` when there are more or
    ///     fewer, so the last chunk is sent when the sequence has ended. Without it the body is sent chunked (RFC 9112
    ///     section 7.1).
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        length: Int? = nil,
        contentType: String? = nil
    ) -> RequestBody where Chunks.Element == Data {
        let source = Source(length: { length }) { write in
            for try await chunk in chunks { try await write(chunk) }
        }
        let exact = Source(length: source.length) { try await source.produce(exactly: length, $0) }
        return RequestBody(contentType: contentType, isReplayable: false, content: .streamed(exact))
    }

    /// The same body with its bytes at hand, or the size of its stream known.
    func encoded() throws -> RequestBody {
        guard case .encoded(let encode) = content else { return self }
        return try encode()
    }
}

extension RequestBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The media type; never the content.
    public var description: String { "body of \(contentType ?? "no type")" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Shows no more than `description` does.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
