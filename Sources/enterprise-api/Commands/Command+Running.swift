import EnterpriseAPI
import EnterpriseHTTP

extension Command {
    /// Does what the arguments say.
    func run(_ arguments: Arguments, environment: [String: String]) async throws {
        if self == .demo { return try await Demo.run() }
        if self == .serve { return try await Serve(arguments).run() }
        let session = try Session(arguments, environment: environment)
        let report = try await session.run { api, token throws(APIError) in
            try await report(api, token: token, operands: arguments.operands)
        }
        try Output.write(report.text(asJSON: arguments.has(.json)))
    }

    private func report(_ api: API, token: Token?, operands: [String]) async throws(APIError) -> Report {
        switch self {
        case .announcements: Report(try await api.announcements(), table: Table.init)
        case .employees: Report(try await api.orgChart(), table: Table.init)
        case .events: Report(try await api.events(), table: Table.init)
        case .products: Report(try await api.products(), table: Table.init)
        case .purchases: Report(try await api.purchases(), table: Table.init)
        case .user: Report(try await api.user(id: Identifier(operands[0])), table: Table.init)
        case .me: Report(try await api.me(), table: Table.init)
        case .demo, .serve, .login: Report(Account(token), table: Table.init)
        }
    }
}
