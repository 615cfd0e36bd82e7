extension DemoCompany {
    /// The demo company with other employees: as many as wanted, the same in every run, at most seven below each
    /// manager, the root in the middle of the array. For benchmarks and large charts.
    public static func generated(employees count: Int) -> DemoCompany {
        var company = DemoCompany.demo
        var generator = SeededGenerator(seed: 28)
        let people = demoEmployees
        var employees = (0..<max(count, 0)).map { index in
            Employee(
                id: identifier(for: "generated \(index)"),
                givenName: people[Int.random(in: 0..<people.count, using: &generator)].givenName,
                familyName: people[Int.random(in: 0..<people.count, using: &generator)].familyName,
                location: people[Int.random(in: 0..<people.count, using: &generator)].location,
                managerID: index == 0 ? nil : identifier(for: "generated \((index - 1) / 7)"),
                birthday: people[index % people.count].birthday
            )
        }
        employees.swapAt(0, max(0, employees.count / 2))
        company.employees = employees
        return company
    }
}
