/// The company as a tree, built from each employee's `manager`.
///
/// Any list of employees gives a defined chart; what does not fit is listed in `issues`:
///
/// - Each `manager` of nil is a root, wherever it stands in the list. There may be several.
/// - A `manager` that is not in the list makes the employee a root.
/// - A circle of managers is opened at the member that comes first in the list, which becomes a root.
/// - Of several employees with one id the first counts, the others are left out.
/// - `directReports` is not used: where it contradicts `manager`, the latter wins.
///
/// Roots, and the reports of one manager, keep the order of the list. A chart is stored flat, as indices: a chain
/// of managers as long as the list costs neither stack nor more than linear time.
public struct OrgChart: Sendable {
    let storage: Storage

    /// The chart of those employees.
    public init(_ employees: [Employee]) {
        storage = Storage(employees)
    }

    /// How many employees the chart holds.
    public var count: Int { storage.employees.count }

    /// How many levels the chart has: 0 when it is empty, 1 when there are only roots.
    public var depth: Int { storage.depth }

    /// Those without a manager in the chart.
    public var roots: [Node] { storage.roots.map { Node(storage: storage, index: $0) } }

    /// The head of the company: the first employee whose `manager` is nil, else the first root.
    public var root: Node? {
        let head = storage.roots.first { storage.employees[$0].manager == nil } ?? storage.roots.first
        return head.map { Node(storage: storage, index: $0) }
    }

    /// Every place of the chart: each manager before the reports, depth first.
    public var nodes: [Node] { storage.preorder.map { Node(storage: storage, index: $0) } }

    /// Every employee: each manager before the reports, depth first.
    public var employees: [Employee] { storage.preorder.map { storage.employees[$0] } }

    /// What in the list did not fit a tree; empty for a sound list.
    public var issues: [Issue] { storage.issues }

    /// The place of the employee with that id.
    public func node(id: Identifier) -> Node? {
        storage.indices[id].map { Node(storage: storage, index: $0) }
    }

    /// The employee with that id.
    public func employee(id: Identifier) -> Employee? {
        storage.indices[id].map { storage.employees[$0] }
    }

    /// The manager of the employee with that id; nil for a root, and for an id that is not in the chart.
    public func manager(of id: Identifier) -> Employee? {
        node(id: id)?.manager?.employee
    }

    /// Those who report to the employee with that id; empty for an id that is not in the chart.
    public func reports(of id: Identifier) -> [Employee] {
        node(id: id)?.reports.map(\.employee) ?? []
    }
}

extension OrgChart: Hashable {
    /// Whether both hold equal employees in the same order, with the same issues.
    public static func == (lhs: OrgChart, rhs: OrgChart) -> Bool {
        lhs.storage === rhs.storage
            || (lhs.storage.employees == rhs.storage.employees && lhs.issues == rhs.issues)
    }

    /// Feeds the employees.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage.employees)
    }
}

extension OrgChart: Codable {
    /// Reads the list of employees that the server sends.
    public init(from decoder: any Decoder) throws {
        self.init(try [Employee](from: decoder))
    }

    /// Writes the list of employees, in the order they came.
    public func encode(to encoder: any Encoder) throws {
        try storage.employees.encode(to: encoder)
    }
}
