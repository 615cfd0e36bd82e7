extension OrgChart {
    /// One place in the chart: an employee with the way up and down. A cheap view, it copies nothing.
    public struct Node: Sendable, Identifiable {
        let storage: Storage
        let index: Int

        /// The employee's id.
        public var id: Identifier { employee.id }

        /// Who is at this place.
        public var employee: Employee { storage.employees[index] }

        /// How many managers are above: 0 for a root.
        public var level: Int { storage.levels[index] }

        /// The place of the manager; nil for a root.
        public var manager: Node? {
            storage.parents[index].map { Node(storage: storage, index: $0) }
        }

        /// The places of those who report to this one, in the order of the list.
        public var reports: [Node] {
            storage.reports(of: index).map { Node(storage: storage, index: $0) }
        }
    }
}
