public import Foundation

extension Request where Response: Decodable {
    /// Reads the body as JSON. For an optional, no body is nil, and so is status 404 or 410 where it is acceptable.
    public func decode(_ response: WireResponse) throws -> Response {
        try ResponseDecoder.json(Response.self, from: response)
    }
}

extension Request where Response == Void {
    /// Takes any body, or none.
    public func decode(_ response: WireResponse) throws {}
}

extension Request where Response == Data {
    /// The body as it is.
    public func decode(_ response: WireResponse) throws -> Data { response.body }
    /// Anything.
    public var accept: String { "*/*" }
}

extension Request where Response == String {
    /// The body as UTF-8 text; bytes that are not become U+FFFD.
    public func decode(_ response: WireResponse) throws -> String { String(decoding: response.body, as: UTF8.self) }
    /// Anything.
    public var accept: String { "*/*" }
}

extension Request where Response == WireResponse {
    /// The response as it is.
    public func decode(_ response: WireResponse) throws -> WireResponse { response }
    /// Anything.
    public var accept: String { "*/*" }
}

extension Request where Response == ResponseStream {
    /// The body as it comes in.
    public func decode(_ response: WireResponse) throws -> ResponseStream { response.bytes }
    /// Anything.
    public var accept: String { "*/*" }
    /// Yes.
    public var isStreamed: Bool { true }
}
