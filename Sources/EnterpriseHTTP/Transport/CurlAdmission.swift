/// The queue before the multi handle: how many exchanges each origin may see at a time, first come first served.
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
    }

    private let limitPerHost: Int
    private var lanes: [String: Lane] = [:]
    private var calls: [UInt64: CurlCall] = [:]
    /// Origins that may have both a free place and a call that waits.
    private var ready: [String] = []
    /// Not later than any waiting call's deadline.
    private(set) var nextDeadline: ContinuousClock.Instant?

    init(limitPerHost: Int) { self.limitPerHost = max(1, limitPerHost) }

    /// Whether no call waits.
    var isEmpty: Bool { calls.isEmpty }

    mutating func enqueue(_ call: CurlCall) {
        calls[call.id] = call
        let origin = call.request.origin
        lanes[origin, default: Lane()].waiting.append(call.id)
        if let deadline = call.request.deadline { nextDeadline = min(nextDeadline ?? deadline, deadline) }
        ready.append(origin)
    }

    /// The next call that may start now; its place is taken until `ended`.
    mutating func next() -> CurlCall? {
        while let origin = ready.last {
            if let call = takeFirst(of: origin) { return call }
            ready.removeLast()
        }
        return nil
    }

    private mutating func takeFirst(of origin: String) -> CurlCall? {
        guard var lane = lanes.removeValue(forKey: origin) else { return nil }
        defer { if lane.active > 0 || lane.head < lane.waiting.count { lanes[origin] = lane } }
        guard lane.active < limitPerHost else { return nil }
        while lane.head < lane.waiting.count {
            let id = lane.waiting[lane.head]
            lane.head += 1
            // Moving the rest forward when half is used costs each call one move in all.
            if lane.head * 2 > lane.waiting.count {
                lane.waiting.removeFirst(lane.head)
                lane.head = 0
            }
            guard let call = calls.removeValue(forKey: id) else {
                lane.gaps -= 1
                continue
            }
            lane.active += 1
            return call
        }
        return nil
    }

    /// Gives a place back that `next` took.
    mutating func ended(_ origin: String) {
        guard var lane = lanes.removeValue(forKey: origin) else { return }
        lane.active -= 1
        guard lane.active > 0 || lane.head < lane.waiting.count else { return }
        lanes[origin] = lane
        if lane.head < lane.waiting.count { ready.append(origin) }
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
        if lane.active > 0 || lane.head < lane.waiting.count { lanes[origin] = lane }
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
