import Foundation

/// One connection of a proxy with the one to the server, on a thread of its own, until both are done.
struct ProxyConnection {
    private let client: Socket
    private let server: Socket
    private let fault: Fault
    private let tally: ProxyTally
    private var toServer: Relay
    private var toClient: Relay
    private var tracker: ExchangeTracker?

    /// Both sockets remain the caller's.
    init(client: Socket, server: Socket, fault: Fault, tally: ProxyTally) {
        self.client = client
        self.server = server
        self.fault = fault
        self.tally = tally
        toServer = Relay(fault, direction: .toServer)
        toClient = Relay(fault, direction: .toClient)
        switch fault.effect {
        case .ending(.halfClose(.toServer), .accepted): toServer.limit = 0
        case .ending(.halfClose(.toClient), .accepted): toClient.limit = 0
        case .ending(_, .bytes(let count, .toServer)): toServer.limit = max(0, count)
        case .ending(_, .bytes(let count, .toClient)): toClient.limit = max(0, count)
        case .ending(_, let stage): tracker = ExchangeTracker(stage: stage, exchange: fault.exchange)
        case .none, .latency, .pace: break
        }
    }

    mutating func run() {
        client.setNonblocking(true)
        if toServer.isSlow || toClient.isSlow, let kind = fault.kind { tally.count(kind) }
        while !(toServer.isFinished && toClient.isFinished) {
            if let ending = dueEnding(), !apply(ending) { return }
            guard let ready = waitForSockets() else { return }
            let now = ContinuousClock.now
            if ready.client { _ = toServer.receive(from: client, at: now) }
            if ready.server { _ = toClient.receive(from: server, at: now) }
            examine()
            guard passOn(at: now) else { return }
        }
    }

    /// The fault's ending when its place has been reached.
    private mutating func dueEnding() -> Fault.Ending? {
        guard toServer.hasReachedLimit || toClient.hasReachedLimit, case .ending(let ending, _) = fault.effect
        else { return nil }
        toServer.limit = nil
        toClient.limit = nil
        return ending
    }

    /// False when the connection ends with it.
    private mutating func apply(_ ending: Fault.Ending) -> Bool {
        if case .halfClose(let direction) = ending {
            tally.count(.halfClose)
            switch direction {
            case .toClient:
                client.shutdownSending()
                toClient.finish()
            case .toServer:
                server.shutdownSending()
                toServer.finish()
            }
            return true
        }
        ending.apply(to: client, server: server, tally: tally)
        return false
    }

    /// Waits for bytes, for room, or until time is over. Nil when the connection can't go on.
    private mutating func waitForSockets() -> (client: Bool, server: Bool)? {
        let now = ContinuousClock.now
        var entries = [
            entry(client, reads: toServer.wantsInput, writes: toClient.sendable(at: now) > 0),
            entry(server, reads: toClient.wantsInput, writes: toServer.sendable(at: now) > 0),
        ]
        // A socket that is of no use now may have hung up, which must not wake the thread again and again.
        if toClient.isFinished, !toServer.wantsInput { entries[0].fd = -1 }
        if toServer.isFinished, !toClient.wantsInput { entries[1].fd = -1 }
        let wake = [toServer.wake, toClient.wake].compactMap { $0 }.min()
        let timeout = wake.map { now.duration(to: $0).pollMilliseconds } ?? -1
        guard Socket.wait(for: &entries, milliseconds: timeout) else { return nil }
        // As long as this side has not ended its own direction, a hang-up means that the connection is gone.
        let hangUp = Int16(POLLERR | POLLHUP | POLLNVAL)
        if entries[0].revents & hangUp != 0, !toServer.wantsInput {
            server.resetOnRelease()
            return nil
        }
        if entries[1].revents & hangUp != 0, !toServer.isFinished { loseServer() }
        let isReady = entries.map { $0.revents & (Int16(POLLIN) | hangUp) != 0 }
        return (toServer.wantsInput && isReady[0], toClient.wantsInput && isReady[1])
    }

    private func entry(_ socket: Socket, reads: Bool, writes: Bool) -> pollfd {
        let events = (reads ? Int16(POLLIN) : 0) | (writes ? Int16(POLLOUT) : 0)
        return pollfd(fd: socket.descriptor, events: events, revents: 0)
    }

    /// Nothing can be sent to the server any more; what it sent before is still passed on.
    private mutating func loseServer() {
        toServer.finish()
        toClient.endsWithReset = true
    }

    /// Looks for the fault's place in what came, and lets the rest go.
    private mutating func examine() {
        toServer.clear { tracker?.examine($0, at: $1, .toServer) }
        toClient.clear { tracker?.examine($0, at: $1, .toClient) }
        if let place = tracker?.place {
            switch place.direction {
            case .toServer: toServer.limit = place.offset
            case .toClient: toClient.limit = place.offset
            }
        }
        if tracker?.place != nil || tracker?.isLost == true { tracker = nil }
    }

    /// False when the connection can't go on.
    private mutating func passOn(at now: ContinuousClock.Instant) -> Bool {
        switch toServer.send(to: server, at: now) {
        case .bytes(let count): tally.add(count, .toServer)
        case .broken, .ended: loseServer()
        case .notNow: break
        }
        switch toClient.send(to: client, at: now) {
        case .bytes(let count): tally.add(count, .toClient)
        case .broken, .ended:
            server.resetOnRelease()
            return false
        case .notNow: break
        }
        // The fault comes before the stream's end.
        if toServer.hasReachedLimit || toClient.hasReachedLimit { return true }
        return toServer.passOnEnd(to: server) && toClient.passOnEnd(to: client)
    }
}
