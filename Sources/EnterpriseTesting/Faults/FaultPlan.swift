/// Which fault each connection of a `FaultProxy` has.
///
///     proxy.plan = [.reset(at: .accepted), .none, .trickle()]      // the fourth and later ones: none
///     proxy.plan = .always(.latency(.milliseconds(20)))
///     proxy.plan = FaultPlan { $0 % 3 == 0 ? .neverAnswering : .none }
///     proxy.plan = .random(seed: 7, rate: 0.2)
public struct FaultPlan: Sendable, ExpressibleByArrayLiteral {
    private let choose: @Sendable (_ connection: Int) -> Fault

    /// A plan of any kind.
    /// - Parameter fault: chooses the fault of a connection, which are counted from 1 in the order in which they were
    ///   accepted since the plan was set. It runs on the connection's thread, for several connections at once.
    public init(_ fault: @escaping @Sendable (_ connection: Int) -> Fault) { choose = fault }

    /// Faults of the first connections; later ones have none.
    public init(_ faults: [Fault]) {
        self.init { number in faults.indices.contains(number - 1) ? faults[number - 1] : .none }
    }

    /// Faults of the first connections; later ones have none.
    public init(arrayLiteral faults: Fault...) { self.init(faults) }

    /// No faults.
    public static let none = FaultPlan([])

    /// The same fault each time.
    public static func always(_ fault: Fault) -> FaultPlan { FaultPlan { _ in fault } }

    /// Faults at random, which depend on the seed and the connection's number alone.
    /// - Parameters:
    ///   - seed: what the choices follow from.
    ///   - rate: the share of connections with a fault, from 0 to 1.
    ///   - faults: what is chosen from; `Fault.samples` unless told.
    ///   - exchanges: the exchange in which the fault happens is chosen from these.
    public static func random(
        seed: UInt64,
        rate: Double,
        among faults: [Fault] = Fault.samples,
        exchanges: ClosedRange<Int> = 1...3
    ) -> FaultPlan {
        FaultPlan { number in
            var seeds = SeededGenerator(seed: seed)
            // Two numbers and two seeds that add up to the same have nothing in common after this.
            var generator = SeededGenerator(seed: seeds.next() &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
            guard Double.random(in: 0..<1, using: &generator) < rate,
                let fault = faults.randomElement(using: &generator)
            else { return .none }
            return fault.inExchange(Int.random(in: exchanges, using: &generator))
        }
    }

    /// The fault of the connection with the number, counted from 1.
    public func fault(forConnection number: Int) -> Fault { choose(number) }
}
