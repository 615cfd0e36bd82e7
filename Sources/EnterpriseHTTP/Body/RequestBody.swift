public import Foundation

/// The body of a request: bytes that are there, or a value that is encoded when the request is sent.
public struct RequestBody: Sendable {
    private enum Content: Sendable {
        case data(Data)
        case encoded(@Sendable () throws -> Data)
    }

    /// The media type, sent as `Content-Type`; none is sent when it is nil.
    public let contentType: String?
    private let content: Content

    /// These bytes.
    public static func data(_ data: Data, contentType: String? = nil) -> RequestBody {
        RequestBody(contentType: contentType, content: .data(data))
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

    /// The same body with its bytes at hand.
    func encoded() throws -> RequestBody {
        switch content {
        case .data: self
        case .encoded(let encode): .data(try encode(), contentType: contentType)
        }
    }

    /// The bytes, once encoded.
    var bytes: Data {
        if case .data(let data) = content { data } else { Data() }
    }
}
