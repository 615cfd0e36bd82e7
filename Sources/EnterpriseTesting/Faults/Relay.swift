/// The bytes of one direction, from when they come until they are passed on.
struct Relay {
    typealias Instant = ContinuousClock.Instant

    private let delay: Duration
    private let pace: Pace?
    private var storage: [UInt8]
    private var start = 0
    private var end = 0
    /// How many bytes in all have been passed on.
    private(set) var forwarded = 0
    /// How many bytes in all may be passed on, as far as their contents go.
    private var cleared = 0
    /// When bytes have waited long enough: all up to the offset.
    private var arrivals: ArraySlice<(at: Instant, offset: Int)> = []
    private var released = 0
    private var stepLeft = 0
    private var nextStep: Instant?
    /// Nothing past this offset is passed on.
    var limit: Int?
    /// The source will send no more.
    private(set) var isEnded = false
    /// The sink has been told so, or nothing can be passed on any more.
    private(set) var isFinished = false
    /// The end of the stream is a reset.
    var endsWithReset = false

    init(_ fault: Fault, direction: Fault.Direction) {
        let isSlow = fault.directions.contains(direction)
        if case .latency(let delay) = fault.effect, isSlow { self.delay = delay } else { delay = .zero }
        if case .pace(let pace, _) = fault.effect, isSlow { self.pace = pace } else { pace = nil }
        storage = [UInt8](repeating: 0, count: delay > .zero ? 1024 * 1024 : 64 * 1024)
    }

    var isSlow: Bool { delay > .zero || pace != nil }
    var wantsInput: Bool { !isEnded && (isFinished || end - start < storage.count) }
    var hasReachedLimit: Bool { limit == forwarded }

    /// Lets bytes go whose contents nobody has looked at.
    /// - Parameter examine: how many of them may go, given also the offset of the first; nil for all. Those that came
    ///   before the stream's end are not held back: what is not whole then never will be.
    mutating func clear(_ examine: (ArraySlice<UInt8>, _ offset: Int) -> Int?) {
        guard !isFinished else { return }
        let bytes = storage[(start + cleared - forwarded)..<end]
        guard !bytes.isEmpty else { return }
        let count = examine(bytes, cleared) ?? bytes.count
        cleared += isEnded ? bytes.count : count
    }

    /// Takes what the source has; thrown away when nothing is passed on any more.
    mutating func receive(from source: Socket, at now: Instant) -> Socket.Transfer {
        if isFinished {
            start = 0
            end = 0
        } else if start > 0, end == storage.count || start == end {
            storage.replaceSubrange(0..<(end - start), with: Array(storage[start..<end]))
            (start, end) = (0, end - start)
        }
        let result = source.receiveNow(into: &storage, from: end)
        switch result {
        case .bytes(let count):
            if isFinished { break }
            end += count
            if delay > .zero { arrivals.append((now + delay, forwarded + end - start)) }
        case .notNow: break
        case .ended: isEnded = true
        case .broken:
            isEnded = true
            endsWithReset = true
        }
        return result
    }

    /// How many bytes may be passed on now.
    mutating func sendable(at now: Instant) -> Int {
        guard !isFinished else { return 0 }
        while let first = arrivals.first, first.at <= now {
            released = first.offset
            arrivals.removeFirst()
        }
        var offset = min(cleared, limit ?? .max)
        if delay > .zero { offset = min(offset, released) }
        guard let pace else { return offset - forwarded }
        if stepLeft == 0, nextStep.map({ $0 <= now }) ?? true { stepLeft = pace.bytes }
        return min(offset - forwarded, stepLeft)
    }

    /// When more may be passed on, without anything that happens outside.
    var wake: Instant? {
        guard !isFinished, start < end else { return nil }
        if let arrival = arrivals.first, released <= forwarded { return arrival.at }
        return stepLeft == 0 ? nextStep : nil
    }

    /// Passes on what may be.
    mutating func send(to sink: Socket, at now: Instant) -> Socket.Transfer {
        let result = sink.sendNow(storage, from: start, to: start + sendable(at: now))
        guard case .bytes(let count) = result else { return result }
        start += count
        forwarded += count
        if let pace {
            stepLeft -= count
            if stepLeft == 0 { nextStep = now + pace.interval }
        }
        return result
    }

    /// Tells the sink that the source has ended, once everything before that has been passed on. False when the end is a
    /// reset, with which the connection is over; also when the sink knew of an end in order already.
    mutating func passOnEnd(to sink: Socket) -> Bool {
        guard endsWithReset || isEnded, isFinished || start == end else { return true }
        if endsWithReset, isEnded || isFinished {
            sink.resetOnRelease()
            return false
        }
        if !isFinished, isEnded {
            sink.shutdownSending()
            finish()
        }
        return true
    }

    /// From now on nothing is passed on, and what comes is thrown away.
    mutating func finish() { isFinished = true }
}
