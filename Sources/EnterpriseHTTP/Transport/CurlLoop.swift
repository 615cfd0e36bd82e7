import CLibcurl
import Foundation

/// The engine's loop. Made and used on the engine's thread alone: it owns the multi handle and every transfer.
final class CurlLoop {
    struct Settings: Sendable {
        let transfers: CurlSettings
        let wake: Int32
        var options: TransportOptions { transfers.options }
    }

    /// The longest wait, also when idle, so that a lost wake-up would delay a call and not strand it.
    private static let longestWait = Duration.seconds(2)

    private let settings: Settings
    private let multi: UnsafeMutableRawPointer
    private var commands: [CurlEngine.Command] = []
    private var admission: CurlAdmission
    private var active: [UInt64: CurlTransfer] = [:]
    /// Transfers that stream their body in either direction.
    private var streams: Set<UInt64> = []
    private var idleHandles: [CurlHandle] = []

    /// Runs until the engine says stop; every call that was submitted has ended then.
    static func run(_ settings: Settings, engine: CurlEngine) {
        defer { engine.loopEnded() }
        guard let multi = cl_multi_init() else {
            // Without memory for a handle there is nothing but to refuse; the engine is of no further use.
            engine.stop()
            var commands: [CurlEngine.Command] = []
            _ = engine.drain(into: &commands)
            for case .start(let call) in commands { call.refuse(.outOfMemory) }
            return
        }
        CurlLoop(settings, multi: multi).run(engine)
    }

    private init(_ settings: Settings, multi: UnsafeMutableRawPointer) {
        self.settings = settings
        self.multi = multi
        admission = CurlAdmission(settings.options)
        cl_multi_set_long(multi, Int32(CL_MOPT_PIPELINING), Int(CL_PIPE_MULTIPLEX))
        // Idle connections that are kept. libcurl's own default would follow the number of active ones down and up.
        cl_multi_set_long(multi, Int32(CL_MOPT_MAXCONNECTS), 4 * min(settings.options.maxConnectionsPerHost, 4096))
    }

    private func run(_ engine: CurlEngine) {
        var shouldStop = false
        while !shouldStop {
            shouldStop = engine.drain(into: &commands)
            for command in commands {
                switch command {
                case .start(let call):
                    if !admission.enqueue(call) {
                        call.refuse(APIError(.overloaded, reason: "\(settings.options.maxWaiting) calls wait already"))
                    }
                case .cancel(let id): cancel(id)
                case .resume(let id): active[id]?.handle.resume()
                }
            }
            commands.removeAll(keepingCapacity: true)
            if shouldStop { break }
            perform()
            wait()
        }
        for call in admission.removeAll() { call.refuse(APIError(.shutDown)) }
        for id in Array(active.keys) { finish(id, code: CL_OK, because: APIError(.shutDown)) }
        idleHandles.removeAll()
        cl_multi_cleanup(multi)
    }

    /// Starts what may start, moves bytes, and ends what is done, until there is nothing more to do without waiting.
    private func perform() {
        for call in admission.removeExpired(at: .now) {
            call.refuse(.waitedInVain("the call's time limit ran out while waiting for a free connection"))
        }
        endLateAnswers()
        var ended: Bool
        repeat {
            while let call = admission.next() { start(call) }
            var running: Int32 = 0
            let result = cl_multi_perform(multi, &running)
            guard result == 0 else {
                let error = APIError(.internalError, reason: "libcurl's transfers failed with code \(result)")
                for id in Array(active.keys) { finish(id, code: CL_OK, because: error) }
                return
            }
            lookAfterStreams()
            ended = false
            var easy: UnsafeMutableRawPointer?
            var code: Int32 = 0
            while cl_multi_next_done(multi, &easy, &code) {
                guard let easy, let context = cl_easy_get_pointer(easy, Int32(CL_INFO_PRIVATE)) else { continue }
                finish(CurlTransfer.from(context).call.id, code: Int(code), because: nil)
                ended = true
            }
        } while ended && !admission.isEmpty
    }

    /// Hands over what has come in, and what an answer that has begun changes for the streams of its exchange.
    private func lookAfterStreams() {
        for id in streams {
            guard let transfer = active[id] else { continue }
            transfer.handOver()
            // It may take longer than the time the call had for the answer to begin.
            if transfer.hasOutlivedDeadline { transfer.handle.set(Int(CL_OPT_TIMEOUT_MS), 0) }
            if transfer.takesRefusal() { transfer.handle.resume() }
        }
    }

    /// Ends exchanges whose answer has not begun in time. libcurl knows no such limit.
    private func endLateAnswers() {
        guard let limit = settings.options.firstByteTimeout else { return }
        let now = ContinuousClock.now
        for (id, transfer) in active {
            guard let due = transfer.firstByteDue(limit), due <= now else { continue }
            finish(id, code: CL_OK, because: .ranOut("the first-byte limit of \(limit)", "waiting for the answer"))
        }
    }

    /// When the next answer must have begun. Asked right before waiting: an exchange on a connection that is used again
    /// causes no other event until its answer comes.
    private var nextFirstByte: ContinuousClock.Instant? {
        settings.options.firstByteTimeout.flatMap { limit in active.values.compactMap { $0.firstByteDue(limit) }.min() }
    }

    private func wait() {
        var limit = Self.longestWait
        if let nextFirstByte { limit = max(.zero, min(limit, ContinuousClock.now.duration(to: nextFirstByte))) }
        if let deadline = admission.nextDeadline {
            limit = max(.zero, min(limit, ContinuousClock.now.duration(to: deadline)))
        }
        switch cl_multi_poll(multi, settings.wake, Int32(limit.roundedUpMilliseconds)) {
        case 0: break
        case 1: cl_event_drain(settings.wake)
        // Only without memory; the loop must not spin meanwhile.
        default: Thread.sleep(forTimeInterval: 0.01)
        }
    }

    private func start(_ call: CurlCall) {
        guard let handle = idleHandles.popLast() ?? CurlHandle() else {
            admission.ended(call.request.origin)
            return call.refuse(.outOfMemory)
        }
        let transfer = CurlTransfer(call, handle: handle, settings: settings.transfers)
        active[call.id] = transfer
        if call.isStreamed { streams.insert(call.id) }
        if let error = transfer.configure() { return finish(call.id, code: CL_OK, because: error) }
        let result = cl_multi_add(multi, handle.easy)
        if result != 0 {
            let error = APIError(.internalError, reason: "libcurl refuses the transfer with code \(result)")
            finish(call.id, code: CL_OK, because: error)
        }
    }

    private func cancel(_ id: UInt64) {
        if let call = admission.remove(id) {
            call.refuse(APIError(.cancelled))
        } else {
            finish(id, code: CL_OK, because: APIError(.cancelled))
        }
    }

    /// Takes a transfer off the multi handle and ends its call; does nothing when it has ended.
    private func finish(_ id: UInt64, code: Int, because error: APIError?) {
        guard let transfer = active.removeValue(forKey: id) else { return }
        streams.remove(id)
        let tell = transfer.end(code: code, because: error)
        cl_multi_remove(multi, transfer.handle.easy)
        transfer.handle.reset()
        if idleHandles.count < settings.options.maxConnectionsPerHost { idleHandles.append(transfer.handle) }
        admission.ended(transfer.call.request.origin)
        tell()
    }
}

extension APIError {
    static let outOfMemory = APIError(.internalError, reason: "libcurl has no memory for a transfer")
}

extension Duration {
    /// Milliseconds, rounded up, since a wait that ends early would be followed by another of no length; at most as many
    /// as libcurl takes, which is about 24 days.
    var roundedUpMilliseconds: Int {
        let limit = Duration.milliseconds(Int32.max)
        let (seconds, attoseconds) = min(self, limit).components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
