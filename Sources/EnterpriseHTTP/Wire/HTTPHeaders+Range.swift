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
    /// The size of the whole, when the response is all that was missing after `place` (RFC 9110 sections 14.4 and
    /// 15.3.7): it goes on just there, to the end, and in the same version of the file.
    func total(restingAt place: PartialFile.ResumePoint) -> Int? {
        guard status == 206, let value = headers["Content-Range"] else { return nil }
        let parts = value.split(whereSeparator: { " -/".contains($0) })
        guard parts.count == 4, parts[0] == "bytes", Int(parts[1]) == place.bytes, let end = Int(parts[2]),
            let total = Int(parts[3]), end == total - 1, validator == nil || validator == place.validator
        else { return nil }
        return total
    }

    /// Whether the body is in a content coding that the request did not ask for.
    var isEncoded: Bool { headers["Content-Encoding"].map { !$0.equalsIgnoringCase("identity") } ?? false }

    /// The length of the body in bytes, if the server said it.
    var contentLength: Int? { headers["Content-Length"].flatMap { Int($0) } }

    /// What tells this version of a file from any other: a strong `ETag`, else the time of its last change.
    var validator: String? {
        let headers = headers
        if let tag = headers["ETag"], !tag.hasPrefix("W/") { return tag }
        return headers["Last-Modified"]
    }
}
