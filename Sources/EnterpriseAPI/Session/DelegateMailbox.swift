import Synchronization

/// Delivers callbacks one at a time, in the order they were posted, off every lock and never on the main queue.
final class DelegateMailbox: Sendable {
    typealias Callback = @Sendable () async -> Void

    private struct State {
        var waiting: [Callback] = []
        var isDelivering = false

        /// Whether the caller has to begin delivering.
        mutating func add(_ callback: @escaping Callback) -> Bool {
            waiting.append(callback)
            defer { isDelivering = true }
            return !isDelivering
        }

        mutating func takeAll() -> [Callback] {
            defer { waiting = [] }
            isDelivering = !waiting.isEmpty
            return waiting
        }
    }

    /// The mailbox whose callback the current task runs in.
    @TaskLocal private static var current: ObjectIdentifier?

    private let state = Mutex(State())

    func post(_ callback: @escaping Callback) {
        guard state.withLock({ $0.add(callback) }) else { return }
        Task.detached { await self.deliver() }
    }

    /// Returns when everything posted before has been delivered; at once inside a callback, which could only wait for
    /// itself.
    func flush() async {
        if Self.current == ObjectIdentifier(self) { return }
        await withCheckedContinuation { continuation in post { continuation.resume() } }
    }

    private func deliver() async {
        await Self.$current.withValue(ObjectIdentifier(self)) {
            while true {
                let callbacks = state.withLock { $0.takeAll() }
                if callbacks.isEmpty { return }
                for callback in callbacks { await callback() }
            }
        }
    }
}
