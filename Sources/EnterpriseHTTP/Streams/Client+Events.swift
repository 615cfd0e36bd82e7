extension Client {
    /// The events that a request's answer brings, for as long as the server has any: when its stream ends or breaks, the
    /// request is sent again with the `Last-Event-ID` of the last event, after the wait that the server asks for.
    ///
    /// ```swift
    /// for try await event in client.events(of: AnyRequest<WireResponse>(.get, "feed")) { … }
    /// ```
    ///
    /// Status 204 ends it. It throws what a wait can't mend, such as 401 and 404 or an answer that is no event stream,
    /// and `cancelled` when the task is. A request whose body can't be sent twice is sent once. A feed may be silent for
    /// longer than an answer: see `EventFeed.Options.idleTimeout`, which a limit of the request's own goes before.
    ///
    /// - Parameters:
    ///   - request: What to send; how it reads its answer and the media types it accepts play no part.
    ///   - lastEventID: Where to go on, from an earlier run.
    ///   - options: Waiting times and limits.
    public func events<R: Request>(
        of request: R,
        after lastEventID: String? = nil,
        options: EventFeed.Options = EventFeed.Options()
    ) -> EventFeed {
        var opening = AnyRequest<ResponseStream?>(request, isStreamed: true, decode: EventFeed.stream)
        opening.accept = EventFeed.mediaType
        opening.idleTimeout = opening.idleTimeout ?? options.idleTimeout
        let (client, first) = (self, opening)
        return EventFeed(
            endpoint: "\(request.method) \(request.path.template)",
            reconnects: request.body?.isReplayable ?? true,
            lastEventID: lastEventID ?? "",
            options: options,
            connect: { (lastEventID) async throws(APIError) in
                var request = first
                if !lastEventID.isEmpty { request.headers["Last-Event-ID"] = lastEventID }
                return try await client.send(request)
            },
            sleep: pausing(options.sleep)
        )
    }

    /// A wait that ends with `cancelled` when the task is, and with `shutDown` where this client is one that can be closed.
    private func pausing(
        _ sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> @Sendable (Duration) async throws(APIError) -> Void {
        let calls = (self as? HTTPClient)?.calls
        return { (wait) async throws(APIError) in
            let pause = { @Sendable () async throws(APIError) in
                do { try await sleep(wait) } catch { throw APIError(.cancelled) }
            }
            if let calls { try await calls.run(pause) } else { try await pause() }
        }
    }
}
