extension OrgChart {
    /// Something in a list of employees that does not fit a tree.
    public struct Issue: Sendable, Hashable, CustomStringConvertible {
        /// What does not fit. An open set: later versions may have more.
        public let kind: Kind

        /// The employee it is about.
        public let employee: Identifier

        /// Who else takes part: the missing manager, the members of the circle, or the report in question.
        public let others: [Identifier]

        init(_ kind: Kind, _ employee: Identifier, others: [Identifier] = []) {
            self.kind = kind
            self.employee = employee
            self.others = others
        }

        /// The issue in words, with the ids.
        public var description: String {
            let names = others.map(\.rawValue).joined(separator: ", ")
            return others.isEmpty ? "\(employee): \(kind)" : "\(employee): \(kind): \(names)"
        }
    }
}

extension OrgChart.Issue {
    /// A way in which a list of employees does not fit a tree.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        private enum Name: String {
            case duplicateID = "the id occurs again; the first one counts"
            case missingManager = "the manager is not in the list; made a root"
            case ownManager = "is the own manager; made a root"
            case managerCycle = "the managers form a circle; made a root"
            case reportMismatch = "lists someone as a direct report who is not"
        }

        private let name: Name

        /// Several employees have the id; the first one counts, the others are left out. One issue for each of those.
        public static let duplicateID = Kind(name: .duplicateID)

        /// The manager is not in the list; the employee is a root. `others` holds the missing id.
        public static let missingManager = Kind(name: .missingManager)

        /// The employee is its own manager; it is a root.
        public static let ownManager = Kind(name: .ownManager)

        /// The managers form a circle, which is opened at the employee, a root. `others` holds the other members,
        /// from the employee's manager upwards.
        public static let managerCycle = Kind(name: .managerCycle)

        /// The employee lists someone in `directReports` whose `manager` is not the employee. `others` holds that id.
        ///
        /// The reverse, a report that is not listed, is no issue: the list may be missing on the wire.
        public static let reportMismatch = Kind(name: .reportMismatch)

        /// The kind in words.
        public var description: String { name.rawValue }
    }
}
