import Foundation

/// One exchange on its way to the engine.
struct CurlCall: Sendable {
    let id: UInt64
    let request: WireRequest
    let upload: CurlUpload?
    private let transport: CurlTransport
    private let continuation: CheckedContinuation<APIResult<WireResponse>, Never>

    init(
        id: UInt64,
        request: WireRequest,
        upload: CurlUpload?,
        transport: CurlTransport,
        continuation: CheckedContinuation<APIResult<WireResponse>, Never>
    ) {
        self.id = id
        self.request = request
        self.upload = upload
        self.transport = transport
        self.continuation = continuation
    }

    /// Whether a body comes in pieces, in either direction.
    var isStreamed: Bool {
        if case .stream = upload { return true }
        return request.delivery != .buffered
    }

    /// Ends the exchange; whoever owns the call does this exactly once.
    func end(_ result: APIResult<WireResponse>) {
        transport.engine.releaseOutcome()
        continuation.resume(returning: result)
    }

    /// Ends an exchange that never became a transfer.
    func refuse(_ error: APIError) {
        upload?.close()
        end(.failure(error.beforeSending()))
    }

    /// The two ends of the response's body.
    func makeStream() -> (ChunkPipe, ResponseStream) {
        let (id, engine) = (id, transport.engine)
        let pipe = ChunkPipe(limit: 256 << 10, wake: { engine.resume(id) })
        return (pipe, ResponseStream(CurlStream(pipe: pipe, id: id, transport: transport)))
    }
}

/// The reader's end of a response's body. When it goes, so does the transfer; until then it keeps the transport.
private final class CurlStream: ChunkSource {
    private let pipe: ChunkPipe
    private let id: UInt64
    private let transport: CurlTransport

    init(pipe: ChunkPipe, id: UInt64, transport: CurlTransport) {
        self.pipe = pipe
        self.id = id
        self.transport = transport
    }

    deinit {
        pipe.close()
        transport.engine.cancel(id)
    }

    func next() async throws(APIError) -> Data? {
        do { return try await pipe.next() } catch let error as APIError { throw error } catch is CancellationError {
            transport.engine.cancel(id)
            throw APIError(.cancelled)
        } catch {
            throw APIError(.invalidRequest, reason: "\(error)")
        }
    }
}
