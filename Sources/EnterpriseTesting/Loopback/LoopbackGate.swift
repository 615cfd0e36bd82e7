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
    /// Becomes readable, for every thread that polls it, when the write end closes.
    let readEnd: Int32
    private let writeEnd: Mutex<Int32?>
    private let arrived = WatchedCount()

    /// A closed gate.
    /// - Throws: `LoopbackError` when the process is out of descriptors.
    public init() throws(LoopbackError) {
        let ends = try Socket.pipe()
        readEnd = ends.read
        writeEnd = Mutex(ends.write)
    }

    deinit {
        open()
        close(readEnd)
    }

    /// Lets every waiting answer go, and each later one pass at once. Opening twice does nothing.
    public func open() {
        writeEnd.withLock { writeEnd in
            guard let descriptor = writeEnd else { return }
            writeEnd = nil
            close(descriptor)
        }
    }

    /// Whether `open` has been called.
    public var isOpen: Bool { writeEnd.withLock { $0 == nil } }

    /// How many answers have reached the gate so far, let through or not.
    public var arrivals: Int { arrived.value }

    /// Returns once `count` answers in all have reached the gate, or the task is cancelled.
    public func waitForArrivals(_ count: Int = 1) async { await arrived.wait(for: count) }

    /// Arrives, and blocks the calling thread until the gate opens, for a minute at most: for a handler, or a consumer of
    /// a body. Unlike an answer that is held back, it does not end when the peer goes away or the server stops, which
    /// without that limit would wait for ever for a test that failed before it opened the gate.
    public func hold() {
        arrive()
        wait(milliseconds: 60_000)
    }

    /// Waits, but no longer than told.
    func wait(milliseconds: Int32) {
        var entries = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
        _ = Socket.wait(for: &entries, milliseconds: milliseconds)
    }

    func arrive() { arrived.add(1) }
}
