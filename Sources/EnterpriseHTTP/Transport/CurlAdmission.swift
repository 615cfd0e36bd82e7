/// The queue before the multi handle: how many exchanges there may be at a time, of each origin and in all, first come
/// first served.
///
/// Waiting here costs one small value a call, where a waiting easy handle would cost kilobytes.
struct CurlAdmission {
    private struct Lane {
        var active = 0
        var waiting: [UInt64] = []
        /// Where the first one that still waits may stand: those before it have left.
        var head = 0
        /// Calls in `waiting` that have left by another way than the front.
        var gaps = 0

        var first: UInt64? { head < waiting.count ? waiting[head] : nil }

        mutating func removeFirst() {
            head += 1
            // Moving the rest forward when half is used costs each call one move in all.
            if head * 2 > waiting.count {
                waiting.removeFirst(head)
                head = 0
            }
        }
    }

    private let limitPerHost: Int
    private let limit: Int
    private let maxWaiting: Int
    private var active = 0
    private var lanes: [String: Lane] = [:]
    private var calls: [UInt64: CurlCall] = [:]
    /// Origins that may have both a free place and a call that waits.
    private var ready: Set<String> = []
    /// Not later than any waiting call's deadline.
    private(set) var nextDeadline: ContinuousClock.Instant?

    init(_ options: TransportOptions) {
        limitPerHost = max(1, options.maxConnectionsPerHost)
        limit = max(1, options.maxConnections)
        maxWaiting = max(0, options.maxWaiting)
    }

    /// Whether no call waits.
    var isEmpty: Bool { calls.isEmpty }

    /// Takes a call in; false when too many wait already.
    mutating func enqueue(_ call: CurlCall) -> Bool {
        let origin = call.request.origin
        let isFree = active < limit && lanes[origin, default: Lane()].active < limitPerHost
        guard isFree || calls.count < maxWaiting else { return false }
        calls[call.id] = call
        lanes[origin, default: Lane()].waiting.append(call.id)
        if let deadline = call.request.deadline { nextDeadline = min(nextDeadline ?? deadline, deadline) }
        ready.insert(origin)
        return true
    }

    /// The next call that may start now; its place is taken until `ended`.
    mutating func next() -> CurlCall? {
        while active < limit, let origin = oldest() {
            if let call = takeFirst(of: origin) { return call }
        }
        return nil
    }

    /// The ready origin whose first call came first; there are as many origins as a service has backends.
    private func oldest() -> String? {
        ready.count < 2 ? ready.first : ready.min { (lanes[$0]?.first ?? .max) < (lanes[$1]?.first ?? .max) }
    }

    /// Takes the first call of an origin that waits, or says that the origin is not ready.
    private mutating func takeFirst(of origin: String) -> CurlCall? {
        guard var lane = lanes.removeValue(forKey: origin) else {
            ready.remove(origin)
            return nil
        }
        defer { keep(lane, origin) }
        guard lane.active < limitPerHost, let id = lane.first else {
            ready.remove(origin)
            return nil
        }
        lane.removeFirst()
        guard let call = calls.removeValue(forKey: id) else {
            lane.gaps -= 1
            return nil
        }
        lane.active += 1
        active += 1
        return call
    }

    private mutating func keep(_ lane: Lane, _ origin: String) {
        if lane.active > 0 || lane.first != nil { lanes[origin] = lane } else { ready.remove(origin) }
    }

    /// Gives a place back that `next` took.
    mutating func ended(_ origin: String) {
        active -= 1
        guard var lane = lanes.removeValue(forKey: origin) else { return }
        lane.active -= 1
        if lane.first != nil { ready.insert(origin) }
        keep(lane, origin)
    }

    /// Takes a waiting call out; nil when it does not wait.
    mutating func remove(_ id: UInt64) -> CurlCall? {
        guard let call = calls.removeValue(forKey: id) else { return nil }
        let origin = call.request.origin
        guard var lane = lanes.removeValue(forKey: origin) else { return call }
        lane.gaps += 1
        if lane.gaps > 64, lane.gaps * 2 > lane.waiting.count - lane.head {
            lane.waiting = lane.waiting[lane.head...].filter { calls[$0] != nil }
            (lane.head, lane.gaps) = (0, 0)
        }
        keep(lane, origin)
        return call
    }

    /// Takes out the waiting calls whose deadline has passed.
    mutating func removeExpired(at now: ContinuousClock.Instant) -> [CurlCall] {
        guard let nextDeadline, nextDeadline <= now else { return [] }
        var expired: [CurlCall] = []
        var earliest: ContinuousClock.Instant?
        for call in calls.values {
            guard let deadline = call.request.deadline else { continue }
            if deadline <= now { expired.append(call) } else { earliest = min(earliest ?? deadline, deadline) }
        }
        self.nextDeadline = earliest
        return expired.compactMap { remove($0.id) }
    }

    /// Takes out every waiting call.
    mutating func removeAll() -> [CurlCall] {
        defer { calls.removeAll() }
        return Array(calls.values)
    }
}
