import EnterpriseHTTP
import EnterpriseTesting

/// What a single exchange with a fault comes to.
struct FaultExpectation {
    /// One of these; empty for a success.
    var codes: Set<APIError.Code> = []
    /// Whether the success has another body than the server sent.
    var isFalsified = false
    /// How often the exchange reaches the server.
    var arrivals = 1...1
    /// The head has come, so that a stream has begun.
    var hasHead = false
    /// The answer has begun and the rest is not there within the call's whole time.
    var takesAllTime = false

    init(codes: Set<APIError.Code> = [], arrivals: ClosedRange<Int> = 1...1, hasHead: Bool = false) {
        self.codes = codes
        self.arrivals = arrivals
        self.hasHead = hasHead
    }

    init(_ manner: FaultManner, at progress: FaultProgress) {
        switch (manner, progress) {
        case (_, .answered): break
        case (.drop, _), (.stall, _): codes = [.timedOut]
        // The server has all it needs.
        case (.halfCloseToServer, .requested...): break
        case (.garbage, .reading): isFalsified = true
        // Without the end of a line it is only one that never became whole.
        case (.garbage, .answering) where !Fault.someGarbage.contains(0x0A): codes = [.connectionLost]
        case (.garbage, _): codes = [.invalidResponse]
        // The reset may come before the client knows that it is connected.
        case (.reset, .connected): codes = [.connectionLost, .connectionFailed]
        case (.close, _), (.reset, _), (.halfCloseToClient, _), (.halfCloseToServer, _): codes = [.connectionLost]
        }
        if progress < .requested {
            // What the client has sent by then still gets through when only the answer's direction has ended.
            arrivals = manner == .halfCloseToClient ? 0...1 : 0...0
        }
        hasHead = progress == .reading
        takesAllTime = manner.isSilent && progress >= .answering
    }

    /// Whether the standard policy tries a request again after it.
    func isRepeated(_ call: FaultCall) -> Bool {
        guard call.method == .get, !takesAllTime, !(call.isStreamed && hasHead) else { return false }
        return !codes.isEmpty && codes.isSubset(of: [.connectionFailed, .connectionLost, .timedOut])
    }
}
