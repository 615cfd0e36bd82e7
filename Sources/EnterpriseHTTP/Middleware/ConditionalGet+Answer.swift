import Foundation

extension ConditionalGet {
    /// An answer that is remembered, and for which of the requests to its URL.
    final class Answer: Sendable {
        let validators: Validators
        /// What it takes of the memory, in bytes.
        let size: Int
        private let headers: HTTPHeaders
        private let body: Data
        /// The fields of the request that the server chose by (RFC 9111 section 4.1).
        private let vary: [String]
        private let varyDigest: [UInt8]

        /// Nil when the answer must not be remembered, or can't be asked for again.
        init?(_ response: WireResponse, to request: HTTPHeaders) {
            headers = response.headers
            body = response.body
            vary = headers.list("Vary").sorted()
            guard let validators = Validators(headers), !headers.forbidsStoring, !vary.contains("*") else { return nil }
            self.validators = validators
            varyDigest = Self.digest(of: vary, in: request)
            size = headers.reduce(512 + body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 }
        }

        /// Whether it answers a request with these fields.
        func answers(_ request: HTTPHeaders) -> Bool { Self.digest(of: vary, in: request) == varyDigest }

        /// The answer, with the fields that came with a 304 (RFC 9111 section 3.2).
        func refreshed(by fields: HTTPHeaders) -> WireResponse {
            var news: HTTPHeaders = [:]
            for field in fields where !Self.bound.contains(field.name.lowercased()) {
                news.add(name: field.name, value: field.value)
            }
            return WireResponse(status: 200, headers: headers.merging(news), body: body)
        }

        /// Fields that belong to a message, or to the body as it was received.
        private static let bound: Set<String> = [
            "connection", "content-encoding", "content-length", "content-range", "keep-alive", "proxy-authenticate",
            "proxy-authentication-info", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        ]

        private static func digest(of names: [String], in request: HTTPHeaders) -> [UInt8] {
            SHA256.digest(ofParts: request.parts(of: names))
        }
    }

    /// What tells versions of a resource apart (RFC 9110 section 8.8).
    struct Validators: Sendable {
        let etag: String?
        let lastModified: String?

        /// Those of a response's head; nil when it has none.
        init?(_ headers: HTTPHeaders) {
            etag = headers["ETag"].flatMap { $0.isEmpty ? nil : $0 }
            lastModified = headers["Last-Modified"].flatMap { $0.isEmpty ? nil : $0 }
            if etag == nil, lastModified == nil { return nil }
        }

        /// Whether a 304 may be about the same version; entity tags compare weakly (RFC 9110 section 8.8.3.2).
        func agree(with headers: HTTPHeaders) -> Bool {
            guard let etag, let other = headers["ETag"] else { return true }
            return Self.opaque(etag) == Self.opaque(other)
        }

        private static func opaque(_ etag: String) -> Substring { etag.hasPrefix("W/") ? etag.dropFirst(2) : etag[...] }
    }
}
