public import Foundation

/// The body of a request: bytes that are there, a value that is encoded when the request is sent, or a stream of chunks
/// that are produced while it is sent.
public struct RequestBody: Sendable {
    /// Takes one chunk of a streamed body; returns when there is room for the next.
    public typealias Write = @Sendable (Data) async throws -> Void

    enum Content: Sendable {
        case data(Data)
        case encoded(@Sendable () throws -> Data)
        case streamed(Source)
    }

    /// How a streamed body comes about.
    struct Source: Sendable {
        /// Looks at what is to be sent when the call begins; gives its size in bytes, or nil for a chunked body.
        var length: @Sendable () throws -> Int?
        /// Writes every chunk, in order.
        var produce: @Sendable (Write) async throws -> Void
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
        RequestBody(
            contentType: "application/json",
            content: .encoded {
                let encoder = JSONEncoder()
                encoder.dateEncodingStrategy = .iso8601
                encoder.outputFormatting = .withoutEscapingSlashes
                return try encoder.encode(value)
            }
        )
    }

    /// The chunks of a sequence, as they come. It can't be sent twice.
    ///
    /// - Parameter length: The bytes of all chunks together, where known: the call fails with `bodyFailed` when there are
    ///   more or fewer. Without it the body is sent chunked (RFC 9112 section 7.1).
    public static func stream<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        length: Int? = nil,
        contentType: String? = nil
    ) -> RequestBody where Chunks.Element == Data {
        let source = Source(length: { length }) { write in
            for try await chunk in chunks { try await write(chunk) }
        }
        return RequestBody(contentType: contentType, isReplayable: false, content: .streamed(source))
    }

    /// The same body, telling how much of it has been handed to the transport after each chunk.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> RequestBody {
        let source = source
        let counted = Source(length: source.length) { write in
            let total = try source.length()
            let counter = ByteCounter()
            try await source.produce { chunk in
                try await write(chunk)
                report(TransferProgress(completed: counter.add(chunk.count), total: total))
            }
        }
        return RequestBody(contentType: contentType, isReplayable: isReplayable, content: .streamed(counted))
    }

    /// The same body with its bytes at hand, or the size of its stream known.
    func encoded() throws -> RequestBody {
        guard case .encoded(let encode) = content else { return self }
        return .data(try encode(), contentType: contentType)
    }

    /// The body as a stream, whatever it is.
    var source: Source {
        switch content {
        case .streamed(let source): source
        case .data(let data): Source(chunksOf: { data })
        case .encoded(let encode): Source(chunksOf: encode)
        }
    }
}

extension RequestBody.Source {
    private static let chunkSize = 256 << 10

    /// Bytes that are there, in pieces, so that progress means something.
    fileprivate init(chunksOf data: @escaping @Sendable () throws -> Data) {
        self.init(length: { try data().count }) { write in
            var rest = try data()[...]
            while !rest.isEmpty {
                try await write(Data(rest.prefix(Self.chunkSize)))
                rest = rest.dropFirst(Self.chunkSize)
            }
        }
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
