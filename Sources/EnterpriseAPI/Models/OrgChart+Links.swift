extension OrgChart {
    /// Who is whose manager, made sound step by step: after `openCycles()` every way up ends at a root.
    struct Links {
        private(set) var employees: [Employee] = []
        private(set) var indices: [Identifier: Int] = [:]
        private(set) var parents: [Int?] = []
        private(set) var issues: [Issue] = []

        init(_ list: [Employee]) {
            employees.reserveCapacity(list.count)
            indices.reserveCapacity(list.count)
            for employee in list {
                if indices[employee.id] == nil {
                    indices[employee.id] = employees.count
                    employees.append(employee)
                } else {
                    issues.append(Issue(.duplicateID, employee.id))
                }
            }
            for (index, employee) in employees.enumerated() {
                var parent: Int?
                if let manager = employee.manager {
                    parent = indices[manager]
                    if parent == nil {
                        issues.append(Issue(.missingManager, employee.id, others: [manager]))
                    } else if parent == index {
                        issues.append(Issue(.ownManager, employee.id))
                        parent = nil
                    }
                }
                parents.append(parent)
            }
        }

        /// Walks up from each employee to ground that was walked before; meeting the own trail is a circle.
        mutating func openCycles() {
            var trails = [Int?](repeating: nil, count: parents.count)
            for start in parents.indices where trails[start] == nil {
                var last: Int? = start
                while let index = last, trails[index] == nil {
                    trails[index] = start
                    last = parents[index]
                }
                if let met = last, trails[met] == start {
                    openCycle(through: met)
                }
            }
        }

        private mutating func openCycle(through member: Int) {
            var members = [member]
            while let above = members.last.flatMap({ parents[$0] }), above != member {
                members.append(above)
            }
            guard let first = members.min(), let turn = members.firstIndex(of: first) else { return }
            let others = members[(turn + 1)...] + members[..<turn]
            issues.append(Issue(.managerCycle, employees[first].id, others: others.map { employees[$0].id }))
            parents[first] = nil
        }

        /// Lists those who are named in `directReports` of somebody who is not their manager.
        mutating func compareDirectReports() {
            for employee in employees {
                for report in employee.directReports {
                    let manager = indices[report].flatMap { employees[$0].manager }
                    guard manager != employee.id else { continue }
                    issues.append(Issue(.reportMismatch, employee.id, others: [report]))
                }
            }
        }
    }
}
