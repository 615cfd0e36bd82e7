extension WireRequest {
    /// Refuses, for transports, what would break the message or send it elsewhere: a method or field name that is no token,
    /// line breaks and NUL, fields that frame the message (RFC 9112 section 6), a target that is no path, a
    /// body where none may be.
    ///
    /// - Throws: `invalidRequest`, whose reason holds no value.
    public func checkForm() throws(APIError) {
        guard method.rawValue.isToken else { throw APIError(.invalidRequest, reason: "the method is no token") }
        if body != nil, method == .head || method == .trace {
            throw APIError(.invalidRequest, reason: "a \(method) request can't have a body")
        }
        if let violation = headers.violation { throw APIError(.invalidRequest, reason: violation) }
        guard target.hasPrefix("/"), (origin + target).utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIError(.invalidRequest, reason: "the URL holds a space, a control character or no path")
        }
    }
}
