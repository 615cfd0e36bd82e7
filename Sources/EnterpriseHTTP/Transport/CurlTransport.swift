/// The transport on the system's libcurl: one engine thread carries all exchanges, however many there are.
///
/// The thread starts with the first exchange and ends with `close()` or with the transport itself. Make one for each
/// backend and keep it: connections, TLS sessions and name look-ups are reused inside it.
public final class CurlTransport: Transport {
    let engine: CurlEngine

    /// What is wrong with the options.
    private let problem: TransportOptionsError?

    /// A transport with these options. Where they can't be used, each call ends with `invalidConfiguration` and says why,
    /// before anything is sent; `init(checking:)` throws it at once.
    public init(options: TransportOptions = TransportOptions()) {
        let settings: CurlSettings
        do {
            settings = CurlSettings(options: options, network: try NetworkSettings(options))
            problem = nil
        } catch {
            settings = CurlSettings(options: options, network: .unusable)
            problem = error
        }
        engine = CurlEngine(settings: settings)
    }

    /// A transport with these options, whose form, files and secrets are checked now.
    ///
    /// Files of certificates and keys are read again for each new connection, so that rotated ones are picked up.
    public init(checking options: TransportOptions) throws(TransportOptionsError) {
        engine = CurlEngine(settings: CurlSettings(options: options, network: try NetworkSettings(options)))
        problem = nil
    }

    // No exchange is in flight here: the call, and then its stream, hold the transport.
    deinit { engine.stop() }

    /// Sends a request and waits for the whole response. The exchange ends at once, and its connection with it, when the
    /// task is cancelled.
    public func send(_ request: WireRequest) async throws(APIError) -> WireResponse {
        if let problem { throw APIError(.invalidConfiguration, reason: "\(problem)", underlying: problem) }
        if Task.isCancelled { throw APIError(.cancelled).beforeSending() }
        if let deadline = request.deadline, deadline <= .now {
            throw APIError.waitedInVain("the time limit had passed before the call began")
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
        engine.acquireOutcome()
        return try result.get()
    }

    /// Ends exchanges in flight and refuses new ones with `shutDown`; returns when the engine's thread has ended.
    public func close() async { await engine.close() }
}
