import Foundation
import Synchronization

/// Remembers answers to GET that carry an `ETag` or a `Last-Modified`, and asks the server whether they still hold: its
/// 304 becomes the remembered answer of status 200, its headers up to date (RFC 9111 section 4.3).
///
/// ```swift
/// let client = HTTPClient(baseURL: url, middleware: [ConditionalGet(maxBytes: 4 << 20)])
/// ```
///
/// Every call still goes to the server; what is saved is the body. An answer is used again only for the same URL
/// and the same header fields, whatever credential they hold. `no-store` on either side, `Vary: *`, streamed requests and those
/// that bring conditions of their own pass untouched. Safe to share between clients.
public final class ConditionalGet: Middleware {
    private let store: Mutex<Store>

    /// An empty memory.
    ///
    /// - Parameter maxBytes: The size of all that is remembered; what was not used for longest goes first.
    public init(maxBytes: Int = 8 << 20) { store = Mutex(Store(maxBytes: maxBytes)) }

    /// Next to the wire, where the user is known: what one may see is never shown to another.
    public var placement: MiddlewarePlacement { .wire }

    /// Forgets everything, also what calls in flight will bring.
    public func clear() { store.withLock { $0.clear() } }

    /// Sends a GET with the conditions that a remembered answer allows; anything else as it is.
    public func send(_ request: WireRequest, next: @escaping Exchange) async throws(APIError) -> WireResponse {
        guard request.mayBeRemembered else { return try await next(request) }
        let key = key(of: request)
        let (known, generation) = store.withLock { ($0.find(key, for: request.headers), $0.generation) }
        let response = try await next(known.map { request.asking($0.validators) } ?? request)
        switch (response.status, known) {
        case (200, _):
            let answer = Answer(response, to: request.headers)
            store.withLock { $0.put(answer, at: key, for: request.headers, generation: generation) }
            return response
        case (304, let known?) where known.validators.agree(with: response.headers):
            let fresh = known.refreshed(by: response.headers)
            let answer = Answer(fresh, to: request.headers)
            store.withLock { $0.replace(known, by: answer, at: key) }
            return fresh
        case (304, let known?):
            // It is about another version (RFC 9111 section 4.3.4), so there is nothing to answer with.
            store.withLock { $0.replace(known, by: nil, at: key) }
            return try await next(request)
        default: return response
        }
    }

    /// Fields that say nothing about who asks and for what. Any other may: a token of a name of one's own, too.
    private static let impersonal: Set<String> = ["user-agent", "traceparent", "tracestate", "x-request-id"]

    /// A digest, so that no credential is kept.
    private func key(of request: WireRequest) -> [UInt8] {
        let names = Set(request.headers.map { $0.name.lowercased() }).subtracting(Self.impersonal).sorted()
        return SHA256.digest(
            ofParts: [Data(request.origin.utf8), Data(request.target.utf8)] + request.headers.parts(of: names)
        )
    }
}

extension WireRequest {
    /// Whether it is a plain GET that leaves room for conditions.
    fileprivate var mayBeRemembered: Bool {
        let own = ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range", "Range"]
        return method == .get && delivery == .buffered && body == nil && !headers.forbidsStoring
            && own.allSatisfy { headers[$0] == nil }
    }

    fileprivate func asking(_ validators: ConditionalGet.Validators) -> WireRequest {
        var request = self
        request.headers["If-None-Match"] = validators.etag
        request.headers["If-Modified-Since"] = validators.lastModified
        return request
    }
}

extension HTTPHeaders {
    /// `Cache-Control: no-store` (RFC 9111 sections 5.2.1.5 and 5.2.2.5).
    var forbidsStoring: Bool { list("Cache-Control").contains("no-store") }

    /// The members of a field's list, in lower case.
    func list(_ name: String) -> [String] {
        values(for: name).flatMap { $0.split(separator: ",") }.map {
            $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
    }

    /// Names and values of the fields of some names, for a digest.
    func parts(of names: [String]) -> [Data] {
        names.flatMap { name in [name.lowercased(), "\(values(for: name).count)"] + values(for: name) }
            .map { Data($0.utf8) }
    }
}
