/// Sends the bytes of one answer: at once, in steps, or held back by gates.
struct ResponseSender {
    private let socket: Socket
    private let pace: Pace?
    private var holds: ArraySlice<ServerResponse.Hold>
    private var sent = 0

    init(_ socket: Socket, manners: ServerResponse.Manners) {
        self.socket = socket
        pace = manners.pace
        holds = manners.holds[...]
    }

    /// Sends the first `count` bytes. False when the peer is gone, or did not read for the whole send timeout.
    mutating func send(_ bytes: [UInt8], count: Int) -> Bool {
        // Fast path: one `send` for head and body; two would cost a system call more, and a packet.
        if holds.isEmpty, pace == nil { return socket.write(bytes, to: count) }
        var start = 0
        while start < count {
            if let pace, sent > 0, !pause(pace.interval) { return false }
            guard waitForHolds(upTo: sent) else { return false }
            let step = min(count - start, pace?.bytes ?? .max, holds.first.map { $0.place - sent } ?? .max)
            guard socket.write(bytes, from: start, to: start + step) else { return false }
            start += step
            sent += step
        }
        return true
    }

    /// Waits for the gates behind the last byte.
    mutating func finish() -> Bool { waitForHolds(upTo: .max) }

    private mutating func waitForHolds(upTo place: Int) -> Bool {
        while let hold = holds.first, hold.place <= place {
            hold.gate.arrive()
            guard socket.wait(for: hold.gate) else { return false }
            holds.removeFirst()
        }
        return true
    }

    private func pause(_ interval: Duration) -> Bool {
        socket.wait(for: nil, milliseconds: max(1, interval.pollMilliseconds))
    }
}
