import Foundation
import Synchronization

/// A bounded queue of chunks between one producer and one consumer, each of which is a task, which waits, or the
/// engine's loop, which must not wait and is woken instead.
final class ChunkPipe: Sendable {
    /// What the loop gets when it asks for bytes.
    enum Read {
        case chunk(Data)
        /// Nothing yet; `wake` is called when there is.
        case wait
        case end
        case failed(any Error)
    }

    private let limit: Int
    private let state = Mutex(ChunkPipeState())
    private let wake: @Sendable () -> Void

    /// - Parameters:
    ///   - limit: The bytes above which the producer has to wait.
    ///   - wake: Called, outside of any lock, when a loop that was told to wait may go on.
    init(limit: Int, wake: @escaping @Sendable () -> Void = {}) {
        self.limit = limit
        self.wake = wake
    }

    // MARK: Producers

    /// Adds a chunk, and waits while there is no room for another.
    func write(_ chunk: Data) async throws {
        try Task.checkCancellation()
        guard !chunk.isEmpty else { return }
        perform(try state.withLock { try $0.add(chunk) })
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                perform(state.withLock { $0.waitForRoom(limit, continuation, isCancelled: Task.isCancelled) })
            }
        } onCancel: {
            perform(state.withLock { $0.releaseProducer() })
        }
        try Task.checkCancellation()
    }

    /// Whether there is room for a chunk of the loop's; else the loop is woken when there is.
    func hasRoom() -> Bool { state.withLock { $0.hasRoom(limit) } }

    /// Adds a chunk without waiting, for the loop, which has asked for room; drops it when the consumer is gone.
    func add(_ chunk: Data) {
        if let next = try? state.withLock({ try $0.add(chunk) }) { perform(next) }
    }

    /// Says that there will be no more, because of an error or because all is there. Only the first time counts.
    func finish(throwing error: (any Error)? = nil) {
        perform(state.withLock { $0.finish(error) })
    }

    // MARK: Consumers

    /// The next chunk; nil at the end. Waits for it.
    func next() async throws -> Data? {
        let next = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                perform(state.withLock { $0.take(limit, continuation, isCancelled: Task.isCancelled) })
            }
        } onCancel: {
            perform(state.withLock { $0.cancelConsumer() })
        }
        return next
    }

    /// At most `count` bytes of the next chunk, for the loop.
    func read(upTo count: Int) -> Read {
        let (read, next) = state.withLock { $0.read(upTo: count, limit) }
        perform(next)
        return read
    }

    /// Says that the consumer is gone: what is there is dropped, and the producer's writes throw.
    func close() {
        perform(state.withLock { $0.close() })
    }

    private func perform(_ next: ChunkPipeState.Next) {
        next.producer?.resume()
        if let (consumer, result) = next.consumer { consumer.resume(with: result) }
        if next.wakesLoop { wake() }
    }
}
