import Synchronization

/// What happened, in order, on whatever threads.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    /// Adds a value and tells how many there are now.
    @discardableResult
    func add(_ value: Value) -> Int {
        values.withLock { values in
            values.append(value)
            return values.count
        }
    }

    var all: [Value] { values.withLock { $0 } }
}
