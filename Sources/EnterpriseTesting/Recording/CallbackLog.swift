/// What a `RecordingDelegate` has heard, and who waits for more.
struct CallbackLog {
    struct Waiter {
        let id: Int
        let kind: Callback.Kind?
        let continuation: CheckedContinuation<Callback, any Error>

        func wants(_ callback: Callback) -> Bool { kind == nil || kind == callback.kind }
    }

    private(set) var all: [Callback] = []
    /// Those that nobody has taken.
    private(set) var pending: [Callback] = []
    private var waiters: [Waiter] = []
    private var lastID = 0

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    /// Keeps a callback; gives the waiter that takes it.
    mutating func add(_ callback: Callback) -> Waiter? {
        all.append(callback)
        if let index = waiters.firstIndex(where: { $0.wants(callback) }) { return waiters.remove(at: index) }
        pending.append(callback)
        return nil
    }

    /// Takes what the waiter wants if it is there, else keeps the waiter.
    mutating func take(_ waiter: Waiter) -> Callback? {
        if let index = pending.firstIndex(where: { waiter.wants($0) }) { return pending.remove(at: index) }
        waiters.append(waiter)
        return nil
    }

    mutating func removeWaiter(_ id: Int) -> Waiter? {
        waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
    }
}
