/// One thing that goes wrong on one connection of a `FaultProxy`.
///
///     proxy.plan = [.reset(at: .beforeResponse), .none, .drop(at: .requestStarted).inExchange(2)]
public struct Fault: Sendable, Hashable, CustomStringConvertible {
    /// The way the bytes go.
    public enum Direction: String, Sendable, CaseIterable, CustomStringConvertible {
        /// Those of requests.
        case toServer
        /// Those of responses.
        case toClient

        /// The name.
        public var description: String { rawValue }
    }

    /// What a fault does, as `FaultProxy.Counts` tells them apart.
    public enum Kind: String, Sendable, CaseIterable, CustomStringConvertible {
        /// Everything comes later.
        case latency
        /// Everything comes slowly.
        case bandwidth
        /// Bytes come one by one.
        case trickle
        /// Bytes get lost.
        case drop
        /// Bytes are no longer taken.
        case stall
        /// The connection ends in order (FIN).
        case close
        /// The connection ends abruptly (RST).
        case reset
        /// One direction ends in order (FIN).
        case halfClose
        /// Something else comes in place of the response.
        case garbage

        /// The name.
        public var description: String { rawValue }
    }

    enum Effect: Sendable, Hashable {
        case none
        case latency(Duration)
        case pace(Pace, Kind)
        case ending(Ending, Stage)
    }

    /// What happens to the connection at a stage.
    enum Ending: Sendable, Hashable {
        case drop
        case stall
        case close
        case reset
        case halfClose(Direction)
        case garbage([UInt8])
    }

    let effect: Effect
    /// The directions that are slow.
    let directions: [Direction]
    private(set) var exchange = 1

    init(_ effect: Effect, directions: [Direction] = Direction.allCases) {
        self.effect = effect
        self.directions = directions
    }

    /// What it does; nil for none.
    public var kind: Kind? {
        switch effect {
        case .none: nil
        case .latency: .latency
        case .pace(_, let kind): kind
        case .ending(let ending, _): ending.kind
        }
    }

    /// The same fault in a later exchange of the connection, counted from 1. Without effect on stages that have nothing
    /// to do with an exchange.
    public func inExchange(_ number: Int) -> Fault {
        var copy = self
        copy.exchange = max(1, number)
        return copy
    }

    /// What it does and where.
    public var description: String {
        let name = kind?.rawValue ?? "none"
        let ways = directions.count == 1 ? " \(directions[0])" : ""
        switch effect {
        case .none: return name
        case .latency(let delay): return "\(name)\(ways) of \(delay)"
        case .pace(let pace, _): return "\(name)\(ways) of \(pace.bytes) bytes in \(pace.interval)"
        case .ending(let ending, let stage):
            let which = if case .halfClose(let direction) = ending { " \(direction)" } else { "" }
            return "\(name)\(which) at \(stage)" + (exchange > 1 ? ", exchange \(exchange)" : "")
        }
    }
}

extension Fault.Ending {
    var kind: Fault.Kind {
        switch self {
        case .drop: .drop
        case .stall: .stall
        case .close: .close
        case .reset: .reset
        case .halfClose: .halfClose
        case .garbage: .garbage
        }
    }
}
