extension OrgChart {
    /// The chart, flat: employees by index, and who is above and below whom as indices. Immutable once made.
    final class Storage: Sendable {
        /// One for each id, in the order of the list.
        let employees: [Employee]
        let indices: [Identifier: Int]
        let parents: [Int?]
        let roots: [Int]
        let preorder: [Int]
        let levels: [Int]
        let depth: Int
        let issues: [Issue]

        /// The reports of all, those of one manager side by side: `children[childStarts[i]..<childStarts[i + 1]]`.
        private let children: [Int]
        private let childStarts: [Int]

        init(_ list: [Employee]) {
            var links = Links(list)
            links.openCycles()
            links.compareDirectReports()
            let parents = links.parents

            var starts = [Int](repeating: 0, count: parents.count + 1)
            for case let parent? in parents { starts[parent + 1] += 1 }
            for index in parents.indices { starts[index + 1] += starts[index] }
            var children = [Int](repeating: 0, count: starts[parents.count])
            var next = starts
            for (index, parent) in parents.enumerated() {
                guard let parent else { continue }
                children[next[parent]] = index
                next[parent] += 1
            }

            let roots = parents.indices.filter { parents[$0] == nil }
            var levels = [Int](repeating: 0, count: parents.count)
            var preorder: [Int] = []
            preorder.reserveCapacity(parents.count)
            var pending = Array(roots.reversed())
            while let index = pending.popLast() {
                preorder.append(index)
                if let parent = parents[index] { levels[index] = levels[parent] + 1 }
                pending += children[starts[index]..<starts[index + 1]].reversed()
            }

            employees = links.employees
            indices = links.indices
            issues = links.issues
            self.parents = parents
            self.children = children
            childStarts = starts
            self.roots = roots
            self.preorder = preorder
            self.levels = levels
            depth = levels.max().map { $0 + 1 } ?? 0
        }

        func reports(of index: Int) -> ArraySlice<Int> {
            children[childStarts[index]..<childStarts[index + 1]]
        }
    }
}
