import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// `watch`: looks again and again, and shows what was not there before.
enum Watch {
    /// What can be watched; the raw value is the word that is typed.
    enum Topic: String, CaseIterable {
        case announcements, events, purchases
    }

    static func run(_ connection: Connection) async throws {
        let zone = try Listing.timeZone(connection.arguments)
        switch Topic(rawValue: connection.arguments.operands[0]) {
        case .announcements:
            try await watch(connection, AnnouncementView.columns) { api throws(APIError) in
                try await api.announcements()
            }
        case .events:
            try await watch(connection, EventView.columns(in: zone)) { api throws(APIError) in
                try await api.events().map { CalendarEntry($0) }
            }
        default:
            try await watch(connection, PurchaseView.columns(in: zone)) { api throws(APIError) in
                try await api.pricedOrders()
            }
        }
    }

    private static func watch<Value: Encodable & Hashable & Sendable>(
        _ connection: Connection,
        _ columns: [Column<Value>],
        _ look: @Sendable (API) async throws(APIError) -> [Value]
    ) async throws {
        let arguments = connection.arguments
        let interval = try arguments.seconds(.interval) ?? .seconds(30)
        let polls = try arguments.number(.polls, in: 1...Int.max)
        let timeout = try arguments.seconds(.timeout) ?? .seconds(60)
        let api = connection.api(middleware: [ConditionalGet()])
        var watcher = Watcher<Value>(showsFirst: arguments.has(.all))
        do {
            var count = 0
            while true {
                let outcome: APIResult<[Value]>
                do throws(APIError) {
                    outcome = .success(
                        try await Deadline.within(timeout) { () async throws(APIError) in try await look(api) }
                    )
                } catch { outcome = .failure(error) }
                try show(watcher.take(outcome), connection, columns)
                count += 1
                if count == polls { break }
                try await Task.sleep(for: interval)
            }
        } catch {
            await api.close()
            throw error
        }
        await api.close()
    }

    private static func show<Value: Encodable>(
        _ news: News<Value>,
        _ connection: Connection,
        _ columns: [Column<Value>]
    ) throws {
        switch news {
        case .items(let items, let isBack):
            if isBack { connection.note("\(connection.server) is back") }
            for item in items {
                if connection.arguments.has(.json) {
                    try Output.write(JSONOutput.line(of: item))
                } else {
                    let cells = columns.filter { $0.isStandard && $0.name != "id" }.map {
                        $0.cell(item).text.terminalSafe
                    }
                    try Output.write(cells.filter { !$0.isEmpty }.joined(separator: "  ") + "\n")
                }
            }
        case .outage(let error): connection.note("\(error); going on".terminalSafe)
        case .nothing: break
        case .end(let error): throw connection.failure(error)
        }
    }

    /// What one look brought.
    enum News<Value> {
        case items([Value], isBack: Bool)
        /// The backend has gone: said once, until it is back.
        case outage(APIError)
        case nothing
        /// What waiting does not mend.
        case end(APIError)
    }

    /// Knows what was there before.
    struct Watcher<Value: Hashable> {
        private let showsFirst: Bool
        private var known: Set<Value>?
        private var isAway = false

        init(showsFirst: Bool) { self.showsFirst = showsFirst }

        mutating func take(_ outcome: APIResult<[Value]>) -> News<Value> {
            switch outcome {
            case .success(let values):
                defer {
                    known = Set(values)
                    isAway = false
                }
                let isFirst = known == nil && !showsFirst
                return .items(isFirst ? [] : values.filter { known?.contains($0) != true }, isBack: isAway)
            case .failure(let error):
                let isPassing =
                    error.isRetryable || [.tlsFailed, .invalidResponse, .decodingFailed].contains(error.code)
                guard isPassing else { return .end(error) }
                defer { isAway = true }
                return isAway ? .nothing : .outage(error)
            }
        }
    }
}
