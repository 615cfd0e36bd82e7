import EnterpriseHTTP
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One exchange: what has come in, and who waits for it. It ends once, whoever is first to end it.
final class URLSessionExchange: Sendable {
    typealias Waiter = CheckedContinuation<APIResult<WireResponse>, Never>
    private typealias Stream = AsyncThrowingStream<Data, any Error>

    private enum Phase {
        case idle
        case waiting(Waiter)
        case streaming(Stream.Continuation)
        case ended
    }

    private struct State {
        var phase = Phase.idle
        var task: URLSessionTask?
        var start: Task<Void, Never>?
        var timer: Task<Void, Never>?
        var status = 0
        var headers = HTTPHeaders()
        var body = Data()
        /// Bytes of a stream that its reader has not taken yet.
        var held = 0
        var isSuspended = false
        /// A stream holds the transport as long as it goes on.
        var transport: URLSessionTransport?
    }

    private let delivery: WireRequest.Delivery
    private let deadline: ContinuousClock.Instant?
    private let options: TransportOptions
    private let state = Mutex(State())

    init(_ request: WireRequest, options: TransportOptions) {
        (delivery, deadline) = (request.delivery, request.deadline)
        self.options = options
    }

    var hasEnded: Bool {
        state.withLock { if case .ended = $0.phase { true } else { false } }
    }

    /// Says who waits for the outcome, and begins the work and the watch over the deadline.
    func begin(_ waiter: Waiter, transport: URLSessionTransport, work: @escaping @Sendable () async -> Void) {
        let isOver = state.withLock { state in
            guard case .idle = state.phase else { return true }
            (state.phase, state.transport) = (.waiting(waiter), transport)
            state.start = Task(operation: work)
            // The session's own limits can't be trusted on Linux.
            state.timer = deadline.map { deadline in
                Task { [weak self] in
                    do { try await Task.sleep(until: deadline, clock: .continuous) } catch { return }
                    self?.deadlineHasPassed()
                }
            }
            return false
        }
        // Nobody but the caller's cancellation can have ended it before.
        if isOver { waiter.resume(returning: .failure(APIError(.cancelled))) }
    }

    private func deadlineHasPassed() {
        // The limit of a stream may have ended just before the timer could be stopped.
        let isOver = state.withLock { state in
            if case .streaming = state.phase { delivery == .streamed(hasDeadline: false) } else { false }
        }
        if !isOver { end(APIError(.timedOut, reason: "the time limit has passed")) }
    }

    /// Lets the session's task go, unless the exchange has ended meanwhile.
    func run(_ task: URLSessionTask) {
        let isWanted = state.withLock { state in
            if case .ended = state.phase { return false }
            state.task = task
            return true
        }
        if isWanted { task.resume() } else { task.cancel() }
    }

    // MARK: What the session reports

    func receive(_ response: HTTPURLResponse) {
        let headers = HTTPHeaders(response)
        guard headers.reduce(0, { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }) <= options.maxHeaderBytes else {
            return end(APIError(.responseTooLarge, reason: "its head is over \(options.maxHeaderBytes) bytes"))
        }
        let status = response.statusCode
        let begun = state.withLock { state -> (Waiter, Stream)? in
            (state.status, state.headers) = (status, headers)
            guard case .streamed(let hasDeadline) = delivery, (200..<300).contains(status),
                case .waiting(let waiter) = state.phase
            else { return nil }
            let (stream, continuation) = Stream.makeStream()
            state.phase = .streaming(continuation)
            if !hasDeadline { state.timer?.cancel() }
            continuation.onTermination = { [weak self] _ in self?.end(APIError(.cancelled)) }
            return (waiter, stream)
        }
        guard let (waiter, stream) = begun else { return }
        let chunks = stream.map { [self] chunk in
            take(chunk.count)
            return chunk
        }
        waiter.resume(
            returning: .success(WireResponse(status: status, headers: headers, stream: ResponseStream(chunks)))
        )
    }

    func receive(_ data: Data) {
        let (isTooLarge, suspended) = state.withLock { state -> (Bool, URLSessionTask?) in
            switch state.phase {
            case .streaming(let continuation):
                continuation.yield(data)
                state.held += data.count
                guard Self.canSuspend, state.held > 256 << 10, !state.isSuspended else { return (false, nil) }
                state.isSuspended = true
                return (false, state.task)
            case .waiting where state.body.count + data.count > options.maxResponseBytes: return (true, nil)
            case .waiting: state.body += data
            case .idle, .ended: break
            }
            return (false, nil)
        }
        suspended?.suspend()
        guard isTooLarge else { return }
        end(APIError(.responseTooLarge, reason: "its body is over \(options.maxResponseBytes) bytes"))
    }

    /// The reader has taken bytes of the stream.
    private func take(_ count: Int) {
        let resumed = state.withLock { state -> URLSessionTask? in
            state.held -= count
            guard state.isSuspended, state.held <= 128 << 10 else { return nil }
            state.isSuspended = false
            return state.task
        }
        resumed?.resume()
    }

    /// The response is whole.
    func finish() {
        let response = state.withLock { WireResponse(status: $0.status, headers: $0.headers, body: $0.body) }
        end(with: .success(response), cancelsTask: false)
    }

    /// The session's task has failed.
    func fail(_ error: any Error) {
        let hasHead = state.withLock { $0.status != 0 }
        end(with: .failure(APIError(urlError: error, hasHead: hasHead)), cancelsTask: false)
    }

    /// Ends the exchange from this side; does nothing when it has ended.
    func end(_ error: APIError) { end(with: .failure(error), cancelsTask: true) }

    private func end(with result: APIResult<WireResponse>, cancelsTask: Bool) {
        let error: APIError? = if case .failure(let error) = result { error } else { nil }
        let last = state.withLock { state -> State? in
            if case .ended = state.phase { return nil }
            defer { state = State(phase: .ended) }
            return state
        }
        guard let last else { return }
        last.timer?.cancel()
        last.start?.cancel()
        if cancelsTask { last.task?.cancel() }
        switch last.phase {
        case .waiting(let waiter): waiter.resume(returning: result)
        case .streaming(let continuation): continuation.finish(throwing: error)
        case .idle, .ended: break
        }
    }

    /// On Linux a task that is suspended loses its connection.
    private static var canSuspend: Bool {
        #if canImport(FoundationNetworking)
        false
        #else
        true
        #endif
    }
}
