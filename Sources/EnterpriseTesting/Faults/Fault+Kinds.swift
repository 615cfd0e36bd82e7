extension Fault {
    /// Nothing goes wrong.
    public static let none = Fault(.none)

    /// Everything comes later by so much, in one direction or in each. Many bytes may be under way at a time, up to a
    /// megabyte.
    public static func latency(_ delay: Duration, _ direction: Direction? = nil) -> Fault {
        Fault(.latency(max(.zero, delay)), directions: direction.map { [$0] } ?? Direction.allCases)
    }

    /// At most so many bytes a second, in one direction or in each.
    public static func bandwidth(_ bytesPerSecond: Int, _ direction: Direction? = nil) -> Fault {
        Fault(
            .pace(Pace(bytesPerSecond: bytesPerSecond), .bandwidth),
            directions: direction.map { [$0] } ?? Direction.allCases
        )
    }

    /// Bytes come one by one with a pause, of at least a millisecond, between them.
    public static func trickle(every pause: Duration = .milliseconds(1), _ direction: Direction = .toClient) -> Fault {
        Fault(.pace(Pace(bytes: 1, interval: max(.milliseconds(1), pause)), .trickle), directions: [direction])
    }

    /// From the stage on, both sides' bytes are taken and thrown away, and neither learns of it.
    public static func drop(at stage: Stage) -> Fault { Fault(.ending(.drop, stage)) }

    /// From the stage on, neither side's bytes are taken: the peer's own buffers fill. That a client gives up is noticed
    /// at once, unless it has so much to send that its own system still holds some of it: then when the proxy stops.
    public static func stall(at stage: Stage) -> Fault { Fault(.ending(.stall, stage)) }

    /// The connection ends in order (FIN). What the client still sends is thrown away, for a second at most.
    public static func close(at stage: Stage) -> Fault { Fault(.ending(.close, stage)) }

    /// The connection ends abruptly (RST) for the client. The server sees it closed.
    public static func reset(at stage: Stage) -> Fault { Fault(.ending(.reset, stage)) }

    /// One direction ends in order (FIN) and the other goes on.
    public static func halfClose(_ direction: Direction = .toClient, at stage: Stage) -> Fault {
        Fault(.ending(.halfClose(direction), stage))
    }

    /// Other bytes come in place of what the server sends, then the connection ends (FIN).
    public static func garbage(_ bytes: [UInt8] = someGarbage, at stage: Stage = .beforeResponse) -> Fault {
        Fault(.ending(.garbage(bytes), stage))
    }

    /// The server answers and the client never hears of it.
    public static let neverAnswering = drop(at: .beforeResponse)

    /// After its first exchange the connection is dead, and the client can't know.
    public static let staleKeepAlive = drop(at: .betweenRequests)

    /// Bytes that are no HTTP, the same each time.
    public static let someGarbage: [UInt8] = {
        var generator = SeededGenerator(seed: 0)
        return [0, 255] + (0..<254).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }()

    /// Every kind at every stage, with modest sizes: for suites that try them all, and for random plans.
    public static let samples: [Fault] = {
        let stages = Stage.all + [.bytes(100, .toServer), .bytes(100, .toClient)]
        let slow: [Fault] = [.latency(.milliseconds(20)), .bandwidth(64 * 1024), .trickle()]
        return slow
            + stages.flatMap { stage -> [Fault] in
                [
                    .drop(at: stage), .stall(at: stage), .close(at: stage), .reset(at: stage),
                    .halfClose(.toClient, at: stage), .halfClose(.toServer, at: stage), .garbage(at: stage),
                ]
            }
    }()
}
