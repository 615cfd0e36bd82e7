import Foundation
import Synchronization

/// The body of a request on its way to the engine: bytes that are there, or a pipe that a task fills.
enum CurlUpload: Sendable {
    case data(Data, offset: Int = 0)
    case stream(ChunkPipe, length: Int?, producer: UploadProducer)

    /// How long a body is, as its message has to say.
    enum Size {
        case known(Int)
        case chunked
    }

    var size: Size {
        switch self {
        case .data(let data, _): .known(data.count)
        case .stream(_, let length, _): length.map { .known($0) } ?? .chunked
        }
    }

    mutating func read(upTo count: Int) -> ChunkPipe.Read {
        switch self {
        case .stream(let pipe, _, _): return pipe.read(upTo: count)
        case .data(let data, let offset):
            let part = data.dropFirst(offset).prefix(count)
            self = .data(data, offset: offset + part.count)
            return part.isEmpty ? .end : .chunk(part)
        }
    }

    /// Begins to fill the pipe: not before the exchange has its turn, since an open file and a full pipe are much to hold
    /// while it waits.
    func start() {
        if case .stream(_, _, let producer) = self { producer.start() }
    }

    /// Ends what fills the pipe, wherever it waits; the exchange is over.
    func close() {
        guard case .stream(let pipe, _, let producer) = self else { return }
        pipe.close()
        producer.cancel()
    }

    /// The upload of a body that is ready to be sent.
    ///
    /// - Parameter wake: Called when the engine may ask for bytes again.
    static func make(
        _ body: RequestBody,
        wake: @escaping @Sendable () -> Void
    ) throws(APIError) -> CurlUpload {
        if case .data(let data) = body.content { return .data(data) }
        let length = try body.length()
        let source = body.source
        let pipe = ChunkPipe(limit: 512 << 10, wake: wake)
        let producer = UploadProducer {
            do {
                try await source.produce(exactly: length) { chunk in try await pipe.write(chunk) }
                pipe.finish()
            } catch {
                pipe.finish(throwing: error)
            }
        }
        return .stream(pipe, length: length, producer: producer)
    }
}

/// The task that fills a pipe, from its exchange's turn to its end.
final class UploadProducer: Sendable {
    private enum State {
        case waiting(@Sendable () async -> Void)
        case started(Task<Void, Never>)
        case ended
    }

    private let state: Mutex<State>

    init(_ produce: @escaping @Sendable () async -> Void) { state = Mutex(.waiting(produce)) }

    func start() {
        state.withLock { state in
            if case .waiting(let produce) = state { state = .started(Task { await produce() }) }
        }
    }

    func cancel() {
        let task: Task<Void, Never>? = state.withLock { state in
            defer { state = .ended }
            if case .started(let task) = state { return task }
            return nil
        }
        task?.cancel()
    }
}
