import Foundation

/// Asks for page after page; what the sequences of pages and of items have in common.
struct PageReader<First: PaginatedRequest>: Sendable {
    private enum Step: Sendable {
        case first(First)
        case after(Sent, First.Response, WireResponse)
        case over
    }

    /// A request of the caller's, and what went out for it: another target when a link was followed.
    private struct Sent: Sendable {
        let request: First
        let wire: AnyRequest<First.Response>
    }

    private let client: any Client
    private let maxPages: Int
    private var step: Step
    private var history = RequestHistory()
    private var pages = 0

    init(_ request: First, client: any Client, maxPages: Int) {
        self.client = client
        self.maxPages = maxPages
        step = .first(request)
    }

    /// The next page and its items, or nil after the last one. After an error, nil too.
    mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws(APIError) -> (page: First.Response, items: [First.Item])? {
        let last = step
        step = .over
        do throws(APIError) {
            guard let upcoming = try Self.upcoming(last) else { return nil }
            return try await send(upcoming, isolation: actor)
        } catch {
            throw error.named(Self.endpoint(last))
        }
    }

    private mutating func send(
        _ upcoming: Sent,
        isolation actor: isolated (any Actor)?
    ) async throws(APIError) -> (page: First.Response, items: [First.Item])? {
        guard pages < maxPages else {
            throw APIError(.responseTooLarge, reason: "there are more than \(maxPages) pages")
        }
        if let digest = upcoming.wire.digest, !history.add(digest) { throw .circle }
        let wire = upcoming.wire
        let whole = AnyRequest(wire, isStreamed: false) { (try wire.decode($0), $0) }
        let (page, head) = try await client.send(whole)
        let items = upcoming.request.items(of: page)
        pages += 1
        step = .after(upcoming, page, head)
        return (page, items)
    }

    private static func upcoming(_ last: Step) throws(APIError) -> Sent? {
        switch last {
        case .over: return nil
        case .first(let request): return Sent(request: request, wire: AnyRequest(request))
        case .after(let sent, let page, let head):
            let next: NextPage<First>?
            do { next = try sent.request.next(after: page, head: head) } catch {
                throw ResponseDecoder.failure(error, reading: head)
            }
            switch next {
            case nil: return nil
            case .request(let request): return Sent(request: request, wire: AnyRequest(request))
            case .link(let target): return Sent(request: sent.request, wire: try sent.wire.following(target, of: head))
            }
        }
    }

    private static func endpoint(_ step: Step) -> String? {
        switch step {
        case .over: nil
        case .first(let request): "\(request.method) \(request.path.template)"
        case .after(let sent, _, _): "\(sent.wire.method) \(sent.wire.path.template)"
        }
    }
}

extension AnyRequest {
    /// The same request at the target of a link.
    fileprivate func following(_ link: String, of head: WireResponse) throws(APIError) -> AnyRequest {
        guard let requested = head.requested else {
            throw APIError(.invalidRequest, reason: "this client does not tell the URL that a link is relative to")
        }
        let (path, query) = try requested.resolve(link)
        var next = self
        next.path = RequestPath(encoded: path, template: self.path.template)
        next.query = Query(encoded: query)
        return next
    }

    /// Tells requests apart; nil when the body can't be looked at.
    fileprivate var digest: [UInt8]? {
        var parts = [Data(method.rawValue.utf8), Data(path.encoded.utf8), Data(query.encoded.utf8)]
        for field in headers { parts += [Data(field.name.utf8), Data(field.value.utf8)] }
        if let body {
            guard case .data(let data) = try? body.encoded().content else { return nil }
            parts.append(data)
        }
        return SHA256.digest(ofParts: parts)
    }
}

extension APIError {
    fileprivate static var circle: APIError {
        APIError(
            .decodingFailed,
            reason: "the server goes round in circles: the same request for a page came up again"
        )
    }

    fileprivate func named(_ endpoint: String?) -> APIError {
        var error = self
        error.endpoint = error.endpoint ?? endpoint
        return error
    }
}
