extension TransportConformance {
    /// One rule of the contract, and the exchange that shows whether a transport keeps it.
    public struct Check: Sendable, Identifiable, CustomStringConvertible {
        /// What names a check for good, such as `redirects-are-not-followed`: the name may get better words, this stays.
        public struct ID: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
            CustomStringConvertible
        {
            /// The id as text.
            public let rawValue: String
            /// The id of this text.
            public init(rawValue: String) { self.rawValue = rawValue }
            /// The id of this text.
            public init(stringLiteral value: String) { self.init(rawValue: value) }
            /// The id as text.
            public var description: String { rawValue }
        }

        /// What names the check for good.
        public let id: ID
        /// The rule, as a sentence.
        public let name: String
        private let body: @Sendable (ConformanceRun) async throws -> Void

        init(_ id: ID, _ name: String, _ body: @escaping @Sendable (ConformanceRun) async throws -> Void) {
            self.id = id
            self.name = name
            self.body = body
        }

        /// The rule, as a sentence.
        public var description: String { name }

        /// Shows whether a transport keeps the rule.
        ///
        /// Whatever the transport does, short of blocking every thread or ending the process, this returns in time: a
        /// check that takes longer fails with what it was waiting for, and what it has begun is cancelled and let go.
        ///
        /// - Parameters:
        ///   - limit: How long it may take, the closing of its transports included.
        ///   - makeTransport: Makes a transport with the given options.
        /// - Throws: `ConformanceFailure`, which says what was expected and what came instead; `CancellationError` when
        ///   the task is cancelled.
        public func run(
            within limit: Duration = .seconds(60),
            _ makeTransport: @escaping MakeTransport
        ) async throws {
            let run = ConformanceRun(makeTransport)
            let body = body
            do {
                try await Watchdog.run(within: limit, step: { run.currentStep }) {
                    do { try await body(run) } catch {
                        await run.end()
                        throw error
                    }
                    await run.end()
                }
            } catch let failure as ConformanceFailure {
                throw failure.in(self)
            } catch {
                if Task.isCancelled { throw CancellationError() }
                throw ConformanceFailure(expected: "no error", actual: "\(error)", step: run.currentStep).in(self)
            }
        }
    }
}
