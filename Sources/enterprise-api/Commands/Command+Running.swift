import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation

extension Command {
    /// Does what the arguments say.
    func run(_ arguments: Arguments, environment: [String: String]) async throws -> ExitCode {
        func connection(needsUser: Bool = true) throws(CommandError) -> Connection {
            try Connection(arguments, environment: environment, needsUser: needsUser)
        }
        switch self {
        case .demo: try await Demo.run(on: ReferenceBackend.start())
        case .serve: try await Serve(arguments).run()
        case .completion: try Output.write(Completion.script(for: arguments.operands[0]))
        case .configShow: try ConfigurationReport.show(arguments, environment: environment)
        case .configCheck: return try ConfigurationReport.check(arguments, environment: environment)
        case .doctor: return try await Doctor.run(arguments, environment: environment)
        case .login: try await SignIn.run(arguments, environment: environment)
        case .logout: try SignIn.end(arguments, environment: environment)
        case .submit: try await Submission.run(connection())
        case .watch: try await Watch.run(connection(needsUser: arguments.operands[0] != Watch.Topic.events.rawValue))
        case .request: return try await RawCall.run(connection(needsUser: false))
        case .download: try await Transfer.download(connection(needsUser: false))
        case .upload: try await Transfer.upload(connection(needsUser: false))
        case .events: try await EventListing.run(connection(needsUser: arguments.has(.birthdays)))
        default: try await look(connection())
        }
        return .success
    }

    private func look(_ connection: Connection) async throws {
        let listing = try Listing(connection)
        switch self {
        case .announcements:
            let all = try await connection.run { api throws(APIError) in try await api.announcements() }
            try listing.show(all, AnnouncementView.columns) { chosen, format in
                guard format == .text else { return nil }
                return AnnouncementView.text(chosen, width: listing.terminal.width, style: listing.terminal.style)
            }
        case .employees: try listing.show(try await connection.run { api throws(APIError) in try await api.orgChart() })
        case .employee:
            let chart = try await connection.run { api throws(APIError) in try await api.orgChart() }
            try listing.show(employee: connection.arguments.operands[0], of: chart)
        case .products:
            let all = try await connection.run { api throws(APIError) in try await api.products() }
            try listing.show(all, ProductView.columns)
        case .purchases:
            let orders = try await connection.run { api throws(APIError) in try await api.pricedOrders() }
            try listing.show(orders, PurchaseView.columns(in: listing.dates.timeZone))
        case .user:
            let id = Identifier(connection.arguments.operands[0])
            try listing.show(one: try await connection.run { api throws(APIError) in try await api.user(id: id) })
        default:
            try listing.show(one: try await connection.run { api throws(APIError) in try await api.me() })
        }
    }
}

extension API {
    /// All purchase orders, with what they cost at the products' prices.
    func pricedOrders() async throws(APIError) -> [PricedOrder] {
        let orders = try await purchases()
        let prices = Dictionary(try await products().map { ($0.id, $0.unitPrice) }) { first, _ in first }
        return orders.map { PricedOrder($0, prices: prices) }
    }
}
