import Synchronization

/// Answers to be given one after the other, such as `503, 503, 200`.
///
///     let script = ResponseScript(503, .reset, 200)
///     let server = try LoopbackServer { script.answer($0) }
///
/// The last answer is given again and again. In front of another handler, `next` gives nil once a script is at its end:
///
///     let server = try LoopbackServer { script.next(for: $0) ?? backend.handle($0) }
public final class ResponseScript: Sendable {
    private let common: [ServerResponse]
    private let byPath: [String: [ServerResponse]]
    private let asked = Mutex<[String: Int]>([:])

    /// Answers for the requests in the order in which they were read, whatever their targets. A status may be written
    /// as a number.
    public convenience init(_ responses: ServerResponse...) { self.init(responses) }

    /// Answers for the requests in the order in which they were read.
    /// - Parameters:
    ///   - responses: those of every path that has none of its own.
    ///   - paths: those of single paths, as `ServerRequest.path` has them; each path counts its own requests.
    public init(_ responses: [ServerResponse], paths: [String: [ServerResponse]] = [:]) {
        common = responses
        byPath = paths
    }

    /// The next answer; nil when all of them have been given.
    public func next(for request: ServerRequest) -> ServerResponse? {
        let (responses, index) = take(request)
        return index < responses.count ? responses[index] : nil
    }

    /// The next answer; the last one again when all have been given, and 404 when there are none.
    public func answer(_ request: ServerRequest) -> ServerResponse {
        let (responses, index) = take(request)
        guard let last = responses.last else { return 404 }
        return index < responses.count ? responses[index] : last
    }

    /// How many answers a path's own script has been asked for.
    public func requests(to path: String) -> Int { asked.withLock { $0[path, default: 0] } }

    /// How many answers have been asked for in all.
    public var requestCount: Int { asked.withLock { $0.values.reduce(0, +) } }

    private func take(_ request: ServerRequest) -> (responses: [ServerResponse], index: Int) {
        let path = request.path
        let own = byPath[path]
        // The common script has its count under the empty path, which no request has.
        let key = own == nil ? "" : path
        let index = asked.withLock { asked in
            defer { asked[key, default: 0] += 1 }
            return asked[key, default: 0]
        }
        return (own ?? common, index)
    }
}
