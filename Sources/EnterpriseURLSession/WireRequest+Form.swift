import EnterpriseHTTP

extension WireRequest {
    /// Fields that frame the message, which only the transport may set (RFC 9112 section 6).
    private static let framing = Set(
        "connection content-length expect keep-alive te trailer transfer-encoding upgrade".split(separator: " ")
    )

    /// Refuses what would break the message or send it elsewhere, as `CurlTransport` does.
    func checkForm() throws(APIError) {
        guard Self.isToken(method.rawValue) else { throw APIError(.invalidRequest, reason: "the method is no token") }
        for field in headers {
            guard Self.isToken(field.name), !Self.framing.contains(field.name.lowercased()[...]),
                !field.value.utf8.contains(where: { [0, 0x0A, 0x0D].contains($0) })
            else { throw APIError(.invalidRequest, reason: "a header field breaks the message") }
        }
        guard target.hasPrefix("/"), (origin + target).utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIError(.invalidRequest, reason: "the URL holds a space, a control character or no path")
        }
    }

    /// Whether it is a token of RFC 9110 section 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#""(),/:;<=>?@[\]{}"#.utf8.contains($0) }
    }
}
