import Foundation

/// Which edition of the backend it is, as its answers tell.
struct Edition {
    private var current: [String] = []
    private var older: [String] = []

    /// UUIDs are the current edition's; numbers and free names, and users with a name to show, are the older one's.
    mutating func look(at tree: JSONTree, of endpoint: Endpoint) {
        guard let members = tree.elements.first?.members else { return }
        switch members["id"] {
        case .number?: older.append("\(endpoint.name): ids are numbers")
        case .string(let id)? where UUID(uuidString: id) != nil: current.append("\(endpoint.name): ids are UUIDs")
        case .string?: older.append("\(endpoint.name): ids are names")
        default: break
        }
    }

    var finding: Finding {
        switch (current.isEmpty, older.isEmpty) {
        case (false, true): Finding("edition", .ok, "current")
        case (true, false), (false, false): Finding("edition", .ok, "older (\(older.first ?? ""))")
        case (true, true): Finding("edition", .warning, "not to be told: there is no data")
        }
    }
}
