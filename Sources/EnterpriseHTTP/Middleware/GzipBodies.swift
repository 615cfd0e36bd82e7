import Foundation

/// Sends the bodies of requests in the gzip coding (RFC 9110 section 8.4.1.3). Give it to clients of servers that are known
/// to read it: HTTP has no way to ask before.
///
/// Streamed bodies, those in a coding already, small ones, and those that would not become smaller go out as they are.
public struct GzipBodies: Middleware {
    private let minimumBytes: Int

    /// A middleware that leaves bodies below a size alone.
    ///
    /// Throws when the process has no zlib, which libcurl brings along unless it was built without.
    public init(minimumBytes: Int = 1024) throws(TransportOptionsError) {
        guard CurlGzip.isAvailable else {
            throw TransportOptionsError("GzipBodies", "libcurl \(TransportInfo.current.version) comes without zlib")
        }
        self.minimumBytes = minimumBytes
    }

    /// Sends the request on with its body in the coding.
    public func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse {
        guard let body = request.body, case .data(let data) = body.content, data.count >= minimumBytes,
            request.headers["Content-Encoding"] == nil, let encoded = CurlGzip.encode(data)
        else { return try await next(request) }
        var request = request
        request.body = .data(encoded, contentType: body.contentType)
        request.headers["Content-Encoding"] = "gzip"
        return try await next(request)
    }
}
