import Foundation
import Synchronization

/// A body of one chunk that never comes to its end, and tells whether anybody waits for that.
final class EndlessBody: Sendable {
    private let firstChunk: Mutex<Data?>
    private let waiting = Atomic(0)

    init(firstChunk count: Int) { firstChunk = Mutex(Data(patterned(count))) }

    var chunks: AsyncStream<Data> { AsyncStream(unfolding: { await self.next() }) }

    /// Whether a task waits for more: one that is let go is cancelled.
    var isAwaited: Bool { waiting.load(ordering: .relaxed) > 0 }

    private func next() async -> Data? {
        if let chunk = firstChunk.withLock({ $0.take() }) { return chunk }
        waiting.add(1, ordering: .relaxed)
        defer { waiting.subtract(1, ordering: .relaxed) }
        // Ends when the task is cancelled, and not before.
        try? await Task.sleep(for: .seconds(3600))
        return nil
    }
}
