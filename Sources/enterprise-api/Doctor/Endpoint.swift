import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// One read of the backend, with what the contract says of its answer.
struct Endpoint: Sendable {
    let name: String
    private let request: AnyRequest<WireResponse>
    /// Throws when the answer can't be read, and gives how many things are in it.
    private let decode: @Sendable (WireResponse) throws(APIError) -> Int
    private let required: Set<String>
    private let optional: Set<String>

    static let events = Endpoint("events", Events.List(), ["id", "name", "date", "type", "duration"]) { $0.count }

    static let all = [
        Endpoint("announcements", Announcements.List(), ["id", "message"]) { $0.count },
        Endpoint(
            "employees",
            Employees.List(),
            ["id", "givenName", "familyName", "location", "directReports"],
            optional: ["manager", "birthday"]
        ) { $0.count },
        events,
        Endpoint("products", Products.List(), ["id", "name", "unitPrice"]) { $0.count },
        Endpoint(
            "purchases",
            Purchases.List(),
            ["id", "poNumber", "purchaser", "purchaseDate", "purchases"],
            optional: ["comment", "dueDate"]
        ) { $0.count },
        Endpoint("me", Users.Me(), ["id", "username"], optional: ["name"]) { _ in 1 },
    ]

    private init<R: Request>(
        _ name: String,
        _ request: R,
        _ required: Set<String>,
        optional: Set<String> = [],
        count: @escaping @Sendable (R.Response) -> Int
    ) where R.Response: Decodable {
        self.name = name
        self.request = AnyRequest(request, isStreamed: false) { $0 }
        self.required = required
        self.optional = optional
        decode = { response throws(APIError) in count(try response.json(R.Response.self)) }
    }

    /// Calls it: whether it answers and can be read, and each deviation from the contract.
    func look(_ api: API, also examine: (JSONTree) -> Void = { _ in }) async -> [Finding] {
        let begin = ContinuousClock.now
        do {
            let response = try await api.send(request)
            let time = LoggedTransport.milliseconds(since: begin)
            let count = try decode(response)
            let tree = try response.json(JSONTree.self)
            examine(tree)
            let what = count == 1 ? "1 entry" : "\(count) entries"
            return [Finding(name, .ok, what, milliseconds: time)] + deviations(in: tree)
        } catch {
            return [Finding(name, .failure, "\(error)", hint: Self.hint(for: error))]
        }
    }

    private static func hint(for error: APIError) -> String {
        switch error.code {
        case .decodingFailed: "the backend and this program differ: look for a newer version of either"
        case .unauthorized, .forbidden: "this user may not read it"
        case .notFound: "check the path in the server's address"
        default: "look at the backend's log"
        }
    }

    /// Unknown fields, missing ones, and kinds of events that have no name here.
    func deviations(in tree: JSONTree) -> [Finding] {
        let all = tree.elements
        var unknown: [String: Int] = [:]
        var missing: [String: Int] = [:]
        var kinds: Set<String> = []
        for element in all {
            let members = element.members
            for key in members.keys where !required.contains(key) && !optional.contains(key) {
                unknown[key, default: 0] += 1
            }
            for key in required where members[key] == nil { missing[key, default: 0] += 1 }
            if name == Self.events.name, case .string(let kind)? = members["type"], !EventType(rawValue: kind).isKnown {
                kinds.insert(kind)
            }
        }
        func findings(_ counts: [String: Int], _ what: String) -> [Finding] {
            counts.sorted { $0.key < $1.key }.map {
                Finding(
                    name,
                    .warning,
                    "\(what) field \"\($0.key)\" in \($0.value) of \(all.count)",
                    hint: "it is not in the contract"
                )
            }
        }
        return findings(unknown, "unknown") + findings(missing, "missing")
            + kinds.sorted().map {
                Finding(name, .warning, "unknown kind of event \"\($0)\"", hint: "it is shown as it is")
            }
    }
}
