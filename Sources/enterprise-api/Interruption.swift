import Foundation
import Synchronization

/// Ctrl-C and the like: what is under way is cancelled, and the program ends within a moment, whatever that does.
final class Interruption: Sendable {
    private let signal = Atomic<Int32>(0)

    /// What cancelling may take: to remove half a file, to close connections.
    private static let grace = 0.12

    /// Waits for signals from now on.
    ///
    /// - Parameter cancel: Called once, on a thread of its own.
    func wait(_ cancel: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            // Else the default action ends the process before the source hears of it.
            Foundation.signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [self] in
                guard signal.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged else { return }
                cancel()
                DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) { self.end() }
            }
            source.resume()
            return source
        }
    }

    /// Ends the process as a signal would have it, if there was one.
    func end() {
        let number = signal.load(ordering: .relaxed)
        guard number != 0 else { return }
        Prompt.restore()
        exit(128 + number)
    }
}
