extension HTTPHeaders {
    /// Asks for the rest of something (RFC 9110 sections 13.1.5 and 14.2), or for the whole; never for a content coding,
    /// since places are counted in the bytes of the file.
    mutating func setRange(from place: PartialFile.ResumePoint?) {
        self["Accept-Encoding"] = "identity"
        self["Range"] = place.map { "bytes=\($0.bytes)-" }
        self["If-Range"] = place?.validator
    }
}

extension WireResponse {
    /// What a 206 holds: where it starts, and how long the whole is if the server knows (RFC 9110 section 14.4).
    var contentRange: (start: Int, total: Int?)? {
        guard let value = headers["Content-Range"] else { return nil }
        let parts = value.split(whereSeparator: { " -/".contains($0) })
        guard parts.count == 4, parts[0] == "bytes", let start = Int(parts[1]) else { return nil }
        return (start, Int(parts[3]))
    }

    /// The length of the body in bytes, if the server said it.
    var contentLength: Int? { headers["Content-Length"].flatMap { Int($0) } }

    /// What tells this version of a file from any other: a strong `ETag`, else the time of its last change.
    var validator: String? {
        let headers = headers
        if let tag = headers["ETag"], !tag.hasPrefix("W/") { return tag }
        return headers["Last-Modified"]
    }
}
