public import EnterpriseHTTP
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport on Foundation's `URLSession`, for Apple's systems and for comparison. Elsewhere use `CurlTransport`.
///
/// Redirects are not followed, and no answer, cookie or credential is kept. A streamed request body is gathered in memory
/// before it is sent. Of the options, `connectTimeout` and `maxConnectionIdleTime` have no counterpart: the system decides.
/// `Request.idleTimeout` plays no part: the session has one limit for all of its requests, that of `stallTimeout`.
///
/// ## On Linux
///
/// FoundationNetworking is itself a wrapper of libcurl. The transport keeps away from its `async` calls, which crash or
/// deadlock when they are cancelled, from its time limits, which fire too early or never, and from its completion
/// handlers, which follow redirects; it uses the delegate. What remains, with Swift 6.3:
///
/// - **The process ends** when an answer has trailers, or ends within its head.
/// - A POST whose used connection closes after it arrived is sent again: whole when it has no body, else without it, and
///   then it hangs until its deadline.
/// - A streamed response has no back-pressure: what its reader has not taken yet is held in memory.
/// - Fields of a response come sorted by name, those of one name joined with commas, cookies too. A field without a space
///   after its colon, or in Latin-1, fails the call.
/// - Names of a request's fields are written anew, as `X-Lower` for `x-lower`. GET with a body, and a host that is an IPv6
///   address, are refused.
///
/// `KnownLimits.swift` in its tests lists each check of `TransportConformance` that it does not pass, and the tests show
/// that each is still so.
public final class URLSessionTransport: Transport {
    private struct State {
        /// Nil when the transport is closed: connections end with the session itself, not with its invalidation.
        var session: URLSession?
        /// Exchanges that have no session task yet.
        var starting: [ObjectIdentifier: URLSessionExchange] = [:]
    }

    private let options: TransportOptions
    private let events = URLSessionEvents()
    private let state: Mutex<State>

    /// A transport with these options.
    public init(options: TransportOptions = TransportOptions()) {
        self.options = options
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = options.maxConnectionsPerHost
        // Whole seconds, since Linux cuts the rest off. The time limit of a call is the transport's own affair.
        let stall = options.stallTimeout.map { max(1, ($0 / .seconds(1)).rounded(.up)) }
        configuration.timeoutIntervalForRequest = min(stall ?? .infinity, 7 * 86_400)
        let session = URLSession(configuration: configuration, delegate: events, delegateQueue: nil)
        state = Mutex(State(session: session))
    }

    // No exchange is in flight here: the call, and then its stream, hold the transport.
    deinit { state.withLock { $0.session }?.invalidateAndCancel() }

    /// Sends a request and waits for the whole response, or for its head where the body is to be streamed.
    public func send(_ request: WireRequest) async throws(APIError) -> WireResponse {
        if Task.isCancelled { throw APIError(.cancelled) }
        if let deadline = request.deadline, deadline <= .now {
            throw APIError(.timedOut, reason: "the time limit had passed before the call began")
        }
        try request.checkForm()
        let urlRequest = try URLRequest(request)
        let exchange = URLSessionExchange(request, options: options)
        let result: APIResult<WireResponse> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchange.begin(continuation, transport: self) {
                    await self.start(exchange, urlRequest, body: request.body)
                }
            }
        } onCancel: {
            exchange.end(APIError(.cancelled))
        }
        return try result.get()
    }

    /// Ends exchanges in flight and refuses new ones with `shutDown`; returns when the session has let go of them.
    public func close() async {
        let (session, starting) = state.withLock { ($0.session.take(), $0.starting.values.map(\.self)) }
        for exchange in starting + events.exchanges { exchange.end(APIError(.shutDown)) }
        session?.invalidateAndCancel()
        await events.waitUntilInvalid()
    }

    private func start(_ exchange: URLSessionExchange, _ request: URLRequest, body: RequestBody?) async {
        let isOpen = state.withLock { state in
            if state.session != nil { state.starting[ObjectIdentifier(exchange)] = exchange }
            return state.session != nil
        }
        guard isOpen else { return exchange.end(APIError(.shutDown)) }
        defer { state.withLock { $0.starting[ObjectIdentifier(exchange)] = nil } }
        do throws(APIError) {
            let bytes = try await body?.gathered()
            // A session that is invalid must not be asked for a task: that ends the process.
            let task = state.withLock { state -> URLSessionTask? in
                guard let session = state.session, !exchange.hasEnded else { return nil }
                // An upload task, since to the POST of a data task Linux adds the content type of a form.
                let task = bytes.map { session.uploadTask(with: request, from: $0) } ?? session.dataTask(with: request)
                events.add(exchange, for: task)
                return task
            }
            guard let task else { return exchange.end(APIError(.shutDown)) }
            exchange.run(task)
        } catch {
            exchange.end(error)
        }
    }
}
