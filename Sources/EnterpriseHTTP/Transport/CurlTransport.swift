/// The transport on the system's libcurl: one engine thread carries all exchanges, however many there are.
///
/// The thread starts with the first exchange and ends with `close()` or with the transport itself. Make one for each
/// backend and keep it: connections, TLS sessions and name look-ups are reused inside it.
public final class CurlTransport: Transport {
    let engine: CurlEngine

    /// A transport with these options.
    public init(options: TransportOptions = TransportOptions()) {
        engine = CurlEngine(options: options)
    }

    // No exchange is in flight here: the call, and then its stream, hold the transport.
    deinit { engine.stop() }

    /// Sends a request and waits for the whole response. The exchange ends at once, and its connection with it, when the
    /// task is cancelled.
    public func send(_ request: WireRequest) async throws(APIError) -> WireResponse {
        if Task.isCancelled { throw APIError(.cancelled).beforeSending() }
        if let deadline = request.deadline, deadline <= .now {
            throw APIError(.timedOut, reason: "the time limit had passed before the call began").beforeSending()
        }
        try request.checkForm()
        let (id, engine) = (engine.makeCallID(), engine)
        let upload = try request.body.map { body throws(APIError) in
            try CurlUpload.make(body, wake: { engine.resume(id) })
        }
        let result: APIResult<WireResponse> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                engine.submit(
                    CurlCall(id: id, request: request, upload: upload, transport: self, continuation: continuation)
                )
                // The handler below may have run before there was a call to cancel.
                if Task.isCancelled { engine.cancel(id) }
            }
        } onCancel: {
            engine.cancel(id)
        }
        return try result.get()
    }

    /// Ends exchanges in flight and refuses new ones with `shutDown`; returns when the engine's thread has ended.
    public func close() async { await engine.close() }
}
