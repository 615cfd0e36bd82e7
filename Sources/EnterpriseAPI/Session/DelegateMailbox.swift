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

    /// One delivery of a callback, and whether it is over.
    private final class Delivery: Sendable {
        let mailbox: ObjectIdentifier
        let isOver = Atomic(false)
        init(_ mailbox: DelegateMailbox) { self.mailbox = ObjectIdentifier(mailbox) }
    }

    /// The delivery that the current task is a part of, or was started by.
    @TaskLocal private static var current: Delivery?

    private let state = Mutex(State())

    func post(_ callback: @escaping Callback) {
        guard state.withLock({ $0.add(callback) }) else { return }
        Task.detached { await self.deliver() }
    }

    /// Returns when everything posted before has been delivered; at once within a callback, where it might wait for itself.
    func flush() async {
        if let current = Self.current, current.mailbox == ObjectIdentifier(self),
            !current.isOver.load(ordering: .acquiring)
        {
            return
        }
        await withCheckedContinuation { continuation in post { continuation.resume() } }
    }

    private func deliver() async {
        while true {
            let callbacks = state.withLock { $0.takeAll() }
            if callbacks.isEmpty { return }
            for callback in callbacks {
                let delivery = Delivery(self)
                await Self.$current.withValue(delivery) { await callback() }
                delivery.isOver.store(true, ordering: .releasing)
            }
        }
    }
}
