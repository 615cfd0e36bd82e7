import CLibcurl
import Dispatch
import Foundation
import Synchronization

/// The side of the engine that any thread may touch: a queue of commands, and the life of the thread that takes them.
final class CurlEngine: Sendable {
    enum Command: Sendable {
        case start(CurlCall)
        case cancel(UInt64)
        case resume(UInt64)
    }

    private enum Phase {
        case idle
        case running(thread: pthread_t, wake: Int32)
        case stopping(wake: Int32?)
    }

    private struct State {
        var phase = Phase.idle
        var commands: [Command] = []
    }

    private let settings: CurlSettings
    private let state = Mutex(State())
    private let lastID = Atomic<UInt64>(0)
    /// Left when the thread has been joined.
    private let joined = DispatchGroup()

    init(settings: CurlSettings) { self.settings = settings }

    func makeCallID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Orders what this thread did before with what the caller does after `acquireOutcome`. The continuation between them
    /// does so too, but the thread sanitizer does not see it where the outcome is there before it is awaited.
    func releaseOutcome() { lastID.add(0, ordering: .releasing) }

    /// See `releaseOutcome`.
    func acquireOutcome() { _ = lastID.load(ordering: .acquiring) }

    /// Takes a call over; it ends exactly once, here when the engine is closed or can't start.
    func submit(_ call: CurlCall) {
        let refusal: APIError? = state.withLock { state in
            if case .idle = state.phase {
                do throws(APIError) { state.phase = try start() } catch { return error }
            }
            guard case .running(_, let wake) = state.phase else { return APIError(.shutDown) }
            state.commands.append(.start(call))
            if state.commands.count == 1 { cl_event_signal(wake) }
            return nil
        }
        if let refusal { call.refuse(refusal) }
    }

    /// Ends a call with `cancelled`; does nothing when it has ended.
    func cancel(_ id: UInt64) { push(.cancel(id)) }

    /// Lets a call go on that a callback has paused; does nothing when it has ended.
    func resume(_ id: UInt64) { push(.resume(id)) }

    private func push(_ command: Command) {
        state.withLock { state in
            guard case .running(_, let wake) = state.phase else { return }
            state.commands.append(command)
            if state.commands.count == 1 { cl_event_signal(wake) }
        }
    }

    /// Gives the loop what has come in since it last asked, and takes the loop's empty array for the next lot.
    ///
    /// - Returns: Whether the loop must end.
    func drain(into commands: inout [Command]) -> Bool {
        state.withLock { state in
            swap(&commands, &state.commands)
            if case .running = state.phase { return false }
            return true
        }
    }

    /// Asks the thread to end, without waiting for it. Calls in flight end with `shutDown`.
    func stop() {
        let thread: pthread_t? = state.withLock { state in
            switch state.phase {
            case .idle:
                state.phase = .stopping(wake: nil)
                return nil
            case .running(let thread, let wake):
                state.phase = .stopping(wake: wake)
                cl_event_signal(wake)
                return thread
            case .stopping: return nil
            }
        }
        guard let thread else { return }
        DispatchQueue.global().async {
            pthread_join(thread, nil)
            // Not before: until the thread has ended, the process's exit has to wait for it.
            CurlExit.remove(self)
            self.joined.leave()
        }
    }

    func close() async {
        stop()
        await withCheckedContinuation { continuation in
            joined.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Stops and waits, at most for the time given: for the process's exit.
    func stopAndWait(seconds: Double) {
        stop()
        _ = joined.wait(timeout: .now() + seconds)
    }

    private func start() throws(APIError) -> Phase {
        guard cl_global_init() == CL_OK else { throw APIError(.internalError, reason: "libcurl does not start") }
        guard CurlExit.add(self) else { throw APIError(.shutDown, reason: "the process is exiting") }
        let wake = cl_event_open()
        guard wake >= 0 else {
            let cause = errno
            CurlExit.remove(self)
            throw .lacking("file descriptor", errno: cause)
        }
        let loop = CurlLoop.Settings(transfers: settings, wake: wake)
        // The thread keeps the engine until it ends, so what it asks for is always there.
        guard let thread = CurlThread.start({ CurlLoop.run(loop, engine: self) }) else {
            let cause = errno
            Foundation.close(wake)
            CurlExit.remove(self)
            throw .lacking("thread", errno: cause)
        }
        joined.enter()
        return .running(thread: thread, wake: wake)
    }

    /// Closes the descriptor that wakes the loop, once nobody can signal it any more.
    func loopEnded() {
        state.withLock { state in
            if case .stopping(let wake?) = state.phase { Foundation.close(wake) }
            state.phase = .stopping(wake: nil)
        }
    }
}

extension APIError {
    fileprivate static func lacking(_ what: String, errno: Int32) -> APIError {
        APIError(.connectionFailed, reason: "the process has no \(what) left: \(String(cString: strerror(errno)))")
    }
}
