import Foundation

/// A body of one chunk that never comes to its end, and tells what becomes of it.
struct EndlessBody: Sendable {
    let chunks: AsyncStream<Data>
    private let asked: AsyncStream<Void>
    private let ended: AsyncStream<Void>

    init(firstChunk: Int) {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let source = FirstThenNothing(first: Data(patterned(firstChunk)), ask: ask, end: end)
        (self.asked, self.ended) = (asked, ended)
        chunks = AsyncStream(unfolding: { await source.next() })
    }

    /// Returns when the chunk has been taken and the next is asked for.
    func waitUntilAsked() async { for await _ in asked {} }

    /// Returns when the task that waits for the next chunk is cancelled.
    func waitUntilEnded() async { for await _ in ended {} }
}

private actor FirstThenNothing {
    private var isFirst = true
    private let first: Data
    private let ask: AsyncStream<Void>.Continuation
    private let end: AsyncStream<Void>.Continuation

    init(first: Data, ask: AsyncStream<Void>.Continuation, end: AsyncStream<Void>.Continuation) {
        self.first = first
        self.ask = ask
        self.end = end
    }

    func next() async -> Data? {
        if isFirst {
            isFirst = false
            return first
        }
        ask.finish()
        // Ends when the task is cancelled, and not before.
        try? await Task.sleep(for: .seconds(3600))
        end.finish()
        return nil
    }
}
