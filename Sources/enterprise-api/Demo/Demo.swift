import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation

/// Every call of the SDK, once, against a backend of its own over a real socket; each outcome is shown and compared with
/// what that backend holds.
struct Demo {
    /// What was not as it should be.
    struct Deviation: Error {
        let description: String
    }

    private static let timeLimit = Duration.seconds(30)
    private static let maxExpense: Decimal = 10_000

    let api: API
    let backend: ReferenceBackend
    let write: @Sendable (String) throws -> Void
    let delegate = RecordingDelegate()
    let company = DemoCompany.demo
    private let deadline = ContinuousClock.now + timeLimit

    /// Runs every step on that backend, which has had no calls yet, and stops it.
    static func run(
        on backend: RunningBackend,
        write: @escaping @Sendable (String) throws -> Void = { try Output.write($0) }
    ) async throws {
        defer { backend.stop() }
        try write("The reference backend listens on \(backend.url)\n")
        let api = API(configuration: try configuration(server: backend.url))
        let demo = Demo(api: api, backend: backend.backend, write: write)
        do {
            try await demo.runSteps()
        } catch let error where !(error is Output.Failure) {
            await api.close()
            let reason = (error as? Deviation)?.description ?? "\(error)"
            throw CommandError(.failure, "the demo deviated: \(reason)")
        }
        await api.close()
        try write("\ndemo ok: \(demo.delegate.callbacks.count) callbacks\n")
    }

    private init(api: API, backend: ReferenceBackend, write: @escaping @Sendable (String) throws -> Void) {
        self.api = api
        self.backend = backend
        self.write = write
        api.delegate = delegate
    }

    private static func configuration(server: String) throws -> Configuration {
        Configuration(
            server: try BaseURL(server),
            ui: .init(button: .init(cornerRadius: 5, borderWidth: 1)),
            rules: .init(maxPOExpense: maxExpense)
        )
    }

    // MARK: For the steps

    /// Says which call comes, makes it, and waits for what its callback brings.
    func step<Value>(_ call: String, brings value: (Callback) -> Value?, _ start: () throws -> Void) async throws
        -> Value
    {
        try write("\n\(call)\n")
        try start()
        let callback = try await delegate.next(within: min(.seconds(10), deadline - .now))
        guard let value = value(callback) else {
            let reason = callback.error.map { ": \($0)" } ?? ""
            throw Deviation(description: "\(call) ended in \(callback.kind.rawValue)\(reason)")
        }
        try write("  \(callback.kind.rawValue)\n")
        return value
    }

    /// Shows a table's first rows.
    func show(_ table: Table, first count: Int = 6) throws {
        var lines = table.text.split(separator: "\n").prefix(count + 1).map { "    \($0)" }
        if table.rows.count > count {
            lines.append("    … and \(table.rows.count - count) more")
        }
        try write(lines.joined(separator: "\n") + "\n")
    }

    func check(_ isAsExpected: Bool, _ claim: String) throws {
        guard isAsExpected else { throw Deviation(description: "it is not true that \(claim)") }
    }
}
