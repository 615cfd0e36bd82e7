public import Foundation

/// An endpoint of a backend: what is sent, and what comes back. Only `path` and `Response` are needed.
///
/// ```swift
/// struct GetUser: Request {
///     typealias Response = User
///     let name: String
///     var path: RequestPath { "user/\(name)" }
/// }
/// ```
///
/// The client carries the host; a request never does.
public protocol Request<Response>: Sendable {
    /// What a successful answer is read as.
    associatedtype Response: Sendable

    /// The method; GET unless said otherwise.
    var method: HTTPMethod { get }
    /// The path below the client's base URL.
    var path: RequestPath { get }
    /// The query; none unless said otherwise.
    var query: Query { get }
    /// Header fields beside those of the client, which they replace.
    var headers: HTTPHeaders { get }
    /// The body; none unless said otherwise.
    var body: RequestBody? { get }
    /// How the request proves who sends it: bearer unless said otherwise.
    var authorization: Authorization { get }
    /// The time the call may take in all; the client's unless said otherwise.
    var timeout: Duration? { get }

    /// Throws when the values break a rule that is known here, before anything is sent: a `ValidationError` that names
    /// every broken one.
    func validate() throws
    /// Reads the answer, whose status is 200–299. The JSON decoder unless said otherwise, for a `Decodable` response.
    func decode(_ response: WireResponse) throws -> Response
}

extension Request {
    /// GET.
    public var method: HTTPMethod { .get }
    /// None.
    public var query: Query { Query() }
    /// None.
    public var headers: HTTPHeaders { [:] }
    /// None.
    public var body: RequestBody? { nil }
    /// The client's bearer token.
    public var authorization: Authorization { .bearer }
    /// The client's.
    public var timeout: Duration? { nil }
    /// No rules.
    public func validate() throws {}
}

extension Request where Response: Decodable {
    /// Reads the body as JSON; no body is nil for an optional.
    public func decode(_ response: WireResponse) throws -> Response {
        try ResponseDecoder.json(Response.self, from: response.body)
    }
}

extension Request where Response == Void {
    /// Takes any body, or none.
    public func decode(_ response: WireResponse) throws {}
}

extension Request where Response == Data {
    /// The body as it is.
    public func decode(_ response: WireResponse) throws -> Data { response.body }
}

extension Request where Response == String {
    /// The body as UTF-8 text; bytes that are not become U+FFFD.
    public func decode(_ response: WireResponse) throws -> String { String(decoding: response.body, as: UTF8.self) }
}

extension Request where Response == WireResponse {
    /// The response as it is.
    public func decode(_ response: WireResponse) throws -> WireResponse { response }
}

/// The rules that a request's values break.
public struct ValidationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Each broken rule, in words.
    public var violations: [String]

    /// An error that names these broken rules.
    public init(_ violations: [String]) { self.violations = violations }

    /// The broken rules in one line.
    public var description: String { violations.joined(separator: "; ") }
}
