/// Watches both directions of a connection for the stage at which a fault is due.
struct ExchangeTracker {
    /// So many bytes of the direction come before the fault.
    struct Place {
        let direction: Fault.Direction
        let offset: Int
    }

    private let stage: Fault.Stage
    private let exchange: Int
    private var requests = MessageScanner(.request)
    private var responses = MessageScanner(.response)
    private var requestCount = 0
    private var responseCount = 0
    /// Whether each request that has no response yet is a `HEAD`.
    private var unanswered: [Bool] = []
    /// Where the fault is due, once that is known.
    private(set) var place: Place?
    private(set) var isLost = false

    init(stage: Fault.Stage, exchange: Int) {
        self.stage = stage
        self.exchange = exchange
    }

    /// Looks at bytes that have not been passed on yet. Returns how many of them may be: the rest is the beginning of
    /// something that is not whole.
    mutating func examine(_ bytes: ArraySlice<UInt8>, at offset: Int, _ direction: Fault.Direction) -> Int {
        var used = 0
        do throws(MessageScanner.Lost) {
            while place == nil, !isLost {
                let rest = bytes.dropFirst(used)
                let step =
                    switch direction {
                    case .toServer: try requests.next(in: rest, isBodyless: false)
                    case .toClient: try responses.next(in: rest, isBodyless: unanswered.first ?? false)
                    }
                guard let step else { return used }
                used += step.used
                guard let mark = step.mark, self.stage(of: mark, in: direction) == stage else { continue }
                if (direction == .toServer ? requestCount : responseCount) == exchange {
                    place = Place(direction: direction, offset: offset + used)
                }
            }
        } catch {
            isLost = true
        }
        return bytes.count
    }

    /// Counts messages, and tells which stage a mark is.
    private mutating func stage(of mark: MessageScanner.Mark, in direction: Fault.Direction) -> Fault.Stage? {
        switch (direction, mark) {
        case (.toServer, .start):
            requestCount += 1
            return .requestStarted
        case (.toServer, .endOfHead(let head)):
            unanswered.append(head.firstWord == "HEAD")
            return .afterRequestHead
        case (.toServer, .middleOfBody): return .midRequestBody
        case (.toClient, .start):
            responseCount += 1
            return .beforeResponse
        case (.toClient, .middleOfHead): return .midResponseHead
        case (.toClient, .middleOfBody): return .midResponseBody
        case (.toClient, .end):
            if !unanswered.isEmpty { unanswered.removeFirst() }
            return .betweenRequests
        case (.toServer, .middleOfHead), (.toServer, .end), (.toClient, .endOfHead): return nil
        }
    }
}
