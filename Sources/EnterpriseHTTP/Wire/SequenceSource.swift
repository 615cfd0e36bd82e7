import Foundation
import Synchronization

/// A sequence of chunks as the body of a response. A task reads ahead by one chunk, so that any sequence will do, also
/// one whose iterator may not move between tasks.
final class SequenceSource: ChunkSource {
    private let pipe = ChunkPipe(limit: 1)
    private let reader: Task<Void, Never>

    init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element == Data {
        let pipe = pipe
        reader = Task {
            do {
                for try await chunk in chunks where !chunk.isEmpty { try await pipe.write(chunk) }
                pipe.finish()
            } catch {
                pipe.finish(throwing: error)
            }
        }
    }

    deinit {
        reader.cancel()
        pipe.close()
    }

    func next() async throws(APIError) -> Data? {
        do { return try await pipe.next() } catch let error as APIError { throw error } catch is CancellationError {
            throw APIError(.cancelled)
        } catch {
            throw APIError(.connectionLost, underlying: error)
        }
    }
}

/// A body that is there, as a sequence of at most one chunk.
struct OneChunk: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private var chunk: Data?

    init(_ data: Data) { chunk = data.isEmpty ? nil : data }

    mutating func next() async -> Data? { chunk.take() }

    func makeAsyncIterator() -> OneChunk { self }
}
