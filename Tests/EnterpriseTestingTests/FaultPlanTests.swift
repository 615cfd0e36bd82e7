import EnterpriseTesting
import Testing

@Suite(.serialized) struct FaultPlanTests {
    private func faults(_ plan: FaultPlan, _ count: Int = 500) -> [Fault] {
        (1...count).map(plan.fault(forConnection:))
    }

    @Test func `a random plan depends on its seed alone`() {
        let first = faults(.random(seed: 7, rate: 0.5))
        let again = FaultPlan.random(seed: 7, rate: 0.5)
        #expect(first == faults(again))
        #expect(Array(first.reversed()) == (1...500).reversed().map(again.fault(forConnection:)), "in any order")
        #expect(first != faults(.random(seed: 8, rate: 0.5)))
    }

    @Test(arguments: [(0.0, 0...0), (0.1, 30...70), (0.5, 210...290), (1.0, 500...500)])
    func `a random plan keeps to its rate`(rate: Double, expected: ClosedRange<Int>) {
        let faults = faults(.random(seed: 3, rate: rate))
        #expect(expected.contains(faults.count { $0 != .none }))
    }

    @Test func `a random plan leaves nothing out`() {
        let all = Set(faults(.random(seed: 1, rate: 1, exchanges: 1...1), 3000))
        #expect(all == Set(Fault.samples))
        #expect(Set(all.compactMap(\.kind)) == Set(Fault.Kind.allCases))
        let some = faults(.random(seed: 1, rate: 1, among: [.trickle()], exchanges: 2...2), 5)
        #expect(some == Array(repeating: Fault.trickle().inExchange(2), count: 5))
        #expect(faults(.random(seed: 1, rate: 1, among: []), 3) == [.none, .none, .none])
    }

    @Test func `a list is for the first connections`() {
        let plan: FaultPlan = [.reset(at: .accepted), .none, .staleKeepAlive]
        #expect(faults(plan, 4) == [.reset(at: .accepted), .none, .staleKeepAlive, .none])
        #expect(faults(.always(.trickle()), 2) == [.trickle(), .trickle()])
        #expect(faults(.none, 2) == [.none, .none])
    }

    @Test func `a fault says what it is`() {
        #expect(Fault.none.description == "none")
        #expect(Fault.none.kind == nil)
        #expect(Fault.reset(at: .midResponseBody).inExchange(2).description == "reset at midResponseBody, exchange 2")
        #expect(Fault.halfClose(.toServer, at: .accepted).description == "halfClose toServer at accepted")
        #expect(Fault.drop(at: .bytes(3, .toClient)).description == "drop at bytes(3, toClient)")
        #expect(Fault.latency(.seconds(1)).description == "latency of 1.0 seconds")
        #expect(Fault.trickle().description == "trickle toClient of 1 bytes in 0.001 seconds")
        #expect(Set(Fault.samples.map(\.description)).count == Fault.samples.count)
        #expect(Fault.latency(.seconds(1), .toClient) != .latency(.seconds(1)))
    }
}
