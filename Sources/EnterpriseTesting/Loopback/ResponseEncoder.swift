/// Writes a status line, headers and chunks (RFC 9112, sections 4 to 7).
struct ResponseEncoder {
    var bytes: [UInt8] = []
    private let status: Int
    private let given: ServerHeaders

    init(status: Int, headers: ServerHeaders) {
        self.status = status
        given = headers
        bytes.reserveCapacity(256)
        append("HTTP/1.1 ")
        append(String(status))
        append(" ")
        append(Self.reasons[status] ?? "")
        append("\r\n")
        for (name, value) in headers.fields { line(name, value) }
    }

    /// RFC 9110, section 6.4.1.
    var allowsBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// A field of the server's own, unless the answer brought one of the name.
    mutating func field(_ name: String, _ value: String) {
        if given[name] == nil { line(name, value) }
    }

    /// Ends the head and tells how long it is.
    mutating func finishHead() -> Int {
        append("\r\n")
        return bytes.count
    }

    mutating func chunk(_ chunk: [UInt8]) { bytes += Self.chunk(chunk) }

    /// A chunk with its size; an empty one ends the body (RFC 9112, section 7.1).
    static func chunk(_ chunk: [UInt8]) -> [UInt8] {
        Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + "\r\n".utf8
    }

    private mutating func line(_ name: String, _ value: String) {
        append(name)
        append(": ")
        append(value)
        append("\r\n")
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    private static let reasons = [
        100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 412: "Precondition Failed",
        413: "Payload Too Large", 415: "Unsupported Media Type", 422: "Unprocessable Entity", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
