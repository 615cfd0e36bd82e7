import Synchronization

/// What a proxy's connections count.
final class ProxyTally: Sendable {
    private let faults = Mutex<[Fault.Kind: Int]>([:])
    private let toServer = Atomic(0)
    private let toClient = Atomic(0)
    private let unreachable = Atomic(0)
    let applied = WatchedCount()

    func count(_ kind: Fault.Kind) {
        faults.withLock { $0[kind, default: 0] += 1 }
        applied.add(1)
    }

    func add(_ bytes: Int, _ direction: Fault.Direction) {
        switch direction {
        case .toServer: toServer.wrappingAdd(bytes, ordering: .relaxed)
        case .toClient: toClient.wrappingAdd(bytes, ordering: .relaxed)
        }
    }

    func countUnreachable() { unreachable.wrappingAdd(1, ordering: .relaxed) }

    func counts(connections: Int) -> FaultProxy.Counts {
        FaultProxy.Counts(
            connections: connections,
            unreachable: unreachable.load(ordering: .relaxed),
            faults: faults.withLock { $0 },
            bytesToServer: toServer.load(ordering: .relaxed),
            bytesToClient: toClient.load(ordering: .relaxed)
        )
    }
}
