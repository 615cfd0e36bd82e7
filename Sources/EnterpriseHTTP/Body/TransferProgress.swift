import Synchronization

/// How far an upload or a download is.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes done.
    public var completed: Int
    /// The bytes expected in all, if that is known.
    public var total: Int?

    /// A state of these numbers.
    public init(completed: Int, total: Int?) {
        self.completed = completed
        self.total = total
    }

    /// The part done, from 0 to 1, if the total is known.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
    }

    /// A callback for a transfer, and the sequence of what it reports. A slow reader sees the newest state, not each one.
    ///
    /// The sequence ends when the transfer has let go of the callback.
    public static func updates() -> (
        report: @Sendable (TransferProgress) -> Void, updates: AsyncStream<TransferProgress>
    ) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let end = EndOfUpdates(continuation)
        return ({ end.continuation.yield($0) }, stream)
    }

    private final class EndOfUpdates: Sendable {
        let continuation: AsyncStream<TransferProgress>.Continuation
        init(_ continuation: AsyncStream<TransferProgress>.Continuation) { self.continuation = continuation }
        deinit { continuation.finish() }
    }
}

/// A sum of bytes that several tasks may add to.
final class ByteCounter: Sendable {
    private let total = Atomic<Int>(0)

    /// Adds bytes and gives the new sum.
    func add(_ bytes: Int) -> Int { total.add(bytes, ordering: .relaxed).newValue }
}
