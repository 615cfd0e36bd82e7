import Foundation
import Synchronization

/// Holds an answer back until a test lets it go, so that no test has to sleep.
///
///     let gate = try LoopbackGate()
///     let server = try LoopbackServer { _ in ServerResponse(status: 200).delayed(until: gate) }
///     …                               // start a call
///     await gate.waitForArrivals()    // its request has been read
///     gate.open()                     // now it is answered
///
/// A gate uses two descriptors until it is opened, one until it goes away.
public final class LoopbackGate: Sendable {
    private struct State {
        var writeEnd: Int32?
        var arrivals = 0
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private struct Waiter {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    /// Becomes readable, for every thread that polls it, when the write end closes.
    let readEnd: Int32
    private let state: Mutex<State>

    /// A closed gate.
    /// - Throws: `LoopbackError` when the process is out of descriptors.
    public init() throws(LoopbackError) {
        let ends = try Socket.pipe()
        readEnd = ends.read
        state = Mutex(State(writeEnd: ends.write))
    }

    deinit {
        open()
        close(readEnd)
    }

    /// Lets every waiting answer go, and each later one pass at once. Opening twice does nothing.
    public func open() {
        state.withLock { state in
            guard let writeEnd = state.writeEnd else { return }
            state.writeEnd = nil
            close(writeEnd)
        }
    }

    /// Whether `open` has been called.
    public var isOpen: Bool { state.withLock { $0.writeEnd == nil } }

    /// How many answers have reached the gate so far, let through or not.
    public var arrivals: Int { state.withLock { $0.arrivals } }

    /// Returns once `count` answers in all have reached the gate, or the task is cancelled.
    public func waitForArrivals(_ count: Int = 1) async {
        let number = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = state.withLock { state in
                    // A cancellation that came first found no waiter to resume, so it is looked for here.
                    guard state.arrivals < count, !Task.isCancelled else { return true }
                    state.waiters[number] = Waiter(count: count, continuation: continuation)
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
        }
    }

    /// Waits, but no longer than told.
    func wait(milliseconds: Int32) {
        var entries = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
        _ = Socket.wait(for: &entries, milliseconds: milliseconds)
    }

    func arrive() {
        let ready = state.withLock { state in
            state.arrivals += 1
            let ready = state.waiters.filter { $0.value.count <= state.arrivals }
            for key in ready.keys { state.waiters[key] = nil }
            return ready.values.map(\.continuation)
        }
        for continuation in ready { continuation.resume() }
    }
}
