extension RequestBody {
    /// Parts as `multipart/form-data` (RFC 7578), written while they are sent: any size in constant memory.
    ///
    /// The length is announced when that of each part is known; else the body is sent chunked. It can be sent a second
    /// time when each part can. Quotes and line breaks in names are escaped as browsers do; a part whose content type
    /// holds a line break fails the call with `invalidRequest`.
    ///
    /// - Parameters:
    ///   - parts: The parts, in the order they are sent.
    ///   - boundary: What separates the parts, by default random: no part may hold it. 1–70 of the characters of RFC 2046
    ///     section 5.1.1, else the call fails with `invalidRequest`.
    public static func multipart(_ parts: [MultipartPart], boundary: String? = nil) -> RequestBody {
        let boundary = boundary ?? MultipartEncoder.randomBoundary()
        let contentType = MultipartEncoder(parts: parts, boundary: boundary).contentType
        let isReplayable = parts.allSatisfy(\.body.isReplayable)
        return RequestBody(
            contentType: contentType,
            isReplayable: isReplayable,
            content: .encoded {
                // Values among the parts are encoded once, before anything is sent.
                let parts = try parts.map { part in
                    MultipartPart(name: part.name, fileName: part.fileName, body: try part.body.encoded())
                }
                return RequestBody(
                    contentType: contentType,
                    isReplayable: isReplayable,
                    content: .streamed(MultipartEncoder(parts: parts, boundary: boundary).source)
                )
            }
        )
    }
}
