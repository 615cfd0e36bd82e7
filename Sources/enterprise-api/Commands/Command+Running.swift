import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting

extension Command {
    /// Does what the arguments say.
    func run(_ arguments: Arguments, environment: [String: String]) async throws {
        func show<Value: Encodable>(
            _ table: (Value) -> Table,
            _ call: (API) async throws(APIError) -> Value
        ) async throws {
            let value = try await Connection(arguments, environment: environment).run(call)
            try Output.write(arguments.has(.json) ? JSONOutput.text(of: value) : table(value).text)
        }

        switch self {
        case .demo: try await Demo.run(on: ReferenceBackend.start())
        case .serve: try await Serve(arguments).run()
        case .login: try await show(Table.init) { api in api.token.map(Account.init) }
        case .announcements: try await show(Table.init) { api throws(APIError) in try await api.announcements() }
        case .employees: try await show(Table.init) { api throws(APIError) in try await api.orgChart() }
        case .events: try await show(Table.init) { api throws(APIError) in try await api.events() }
        case .products: try await show(Table.init) { api throws(APIError) in try await api.products() }
        case .purchases: try await show(Table.init) { api throws(APIError) in try await api.purchases() }
        case .me: try await show(Table.init) { api throws(APIError) in try await api.me() }
        case .user:
            let id = Identifier(arguments.operands[0])
            try await show(Table.init) { api throws(APIError) in try await api.user(id: id) }
        }
    }
}
