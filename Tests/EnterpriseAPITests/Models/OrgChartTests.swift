import EnterpriseAPI
import Testing

@Suite(.serialized) struct OrgChartTests {
    /// Employees written as "id" or "id<manager" or "id<manager>report+report", parted by spaces.
    private func chart(_ text: String) -> OrgChart {
        OrgChart(
            text.split(separator: " ").map { entry in
                let parts = entry.split(separator: ">")
                let names = (parts.first ?? "").split(separator: "<").map { Identifier(String($0)) }
                let reports = parts.dropFirst().flatMap { $0.split(separator: "+") }.map { Identifier(String($0)) }
                return employee(names[0], manager: names.dropFirst().first, reports: reports)
            }
        )
    }

    private func employee(_ id: Identifier, manager: Identifier?, reports: [Identifier] = []) -> Employee {
        Employee(id: id, givenName: "", familyName: "", location: "", manager: manager, directReports: reports)
    }

    private func outline(_ chart: OrgChart) -> String {
        chart.nodes.map { String(repeating: ".", count: $0.level) + $0.id.rawValue }.joined(separator: " ")
    }

    @Test func `a chart is built from managers, with the root wherever it stands`() {
        let chart = chart("c<b d<b b<a e<a a>b+e")
        #expect(outline(chart) == "a .b ..c ..d .e")
        #expect(chart.root?.id == "a")
        #expect(chart.depth == 3)
        #expect(chart.count == 5)
        #expect(chart.employees.map(\.id) == ["a", "b", "c", "d", "e"])
        #expect(chart.manager(of: "c")?.id == "b")
        #expect(chart.manager(of: "a") == nil)
        #expect(chart.reports(of: "b").map(\.id) == ["c", "d"])
        #expect(chart.reports(of: "nobody").isEmpty)
        #expect(chart.employee(id: "e")?.manager == "a")
        #expect(chart.node(id: "d")?.manager?.manager?.id == "a")
        #expect(chart.issues.isEmpty)
    }

    @Test(arguments: [
        ("", "", 0, [String]()),
        ("a b c<b", "a b .c", 2, []),
        ("b<gone a", "b a", 1, ["b missingManager gone"]),
        ("a b<b c<b", "a b .c", 2, ["b ownManager "]),
        ("x c<b a<c b<a y<a", "x c .a ..b ..y", 3, ["c managerCycle b,a"]),
        ("t<p p<q q<p", "p .t .q", 2, ["p managerCycle q"]),
        ("p<q q<p r<s s<r", "p .q r .s", 2, ["p managerCycle q", "r managerCycle s"]),
        ("a b<a a<b b", "a .b", 2, ["a duplicateID ", "b duplicateID "]),
        ("a>b+c b<a c<b", "a .b ..c", 3, ["a reportMismatch c"]),
        ("a>gone", "a", 1, ["a reportMismatch gone"]),
    ])
    func `a list that is no tree gives a defined chart`(text: String, expected: String, depth: Int, issues: [String]) {
        let kinds: [OrgChart.Issue.Kind: String] = [
            .duplicateID: "duplicateID", .missingManager: "missingManager", .ownManager: "ownManager",
            .managerCycle: "managerCycle", .reportMismatch: "reportMismatch",
        ]
        let chart = chart(text)
        #expect(outline(chart) == expected)
        #expect(chart.depth == depth)
        let found = chart.issues.map {
            "\($0.employee) \(kinds[$0.kind] ?? "?") \($0.others.map(\.rawValue).joined(separator: ","))"
        }
        #expect(found == issues)
    }

    @Test func `an employee without a manager is the root before one whose manager is missing`() {
        let chart = chart("b<gone a")
        #expect(chart.roots.map(\.id) == ["b", "a"])
        #expect(chart.root?.id == "a")
        #expect(self.chart("b<gone").root?.id == "b")
    }

    @Test func `managers are found without regard to the case of a UUID`() {
        let upper: Identifier = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        let chart = OrgChart([
            employee("b", manager: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"), employee(upper, manager: nil),
        ])
        #expect(chart.manager(of: "b")?.id == upper)
        #expect(chart.issues.isEmpty)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func `a chain of 100,000 managers is built, walked, compared and freed`(fromTheTop: Bool) {
        let chain = (0..<100_000).map { (number: Int64) in
            employee(Identifier(number), manager: number == 0 ? nil : Identifier(number - 1))
        }
        let list = fromTheTop ? chain : chain.reversed()
        let chart = OrgChart(list)
        #expect(chart.depth == 100_000)
        #expect(chart.nodes.last?.level == 99_999)
        #expect(chart.employees == chain)
        #expect(chart == OrgChart(list))
        #expect(Set([chart, OrgChart(list)]).count == 1)
    }

    @Test(.timeLimit(.minutes(1))) func `a circle of 100,000 managers is opened once`() {
        let chart = OrgChart(
            (0..<100_000).map { (number: Int64) in
                employee(Identifier(number), manager: Identifier((number + 1) % 100_000))
            }
        )
        #expect(chart.depth == 100_000)
        #expect(chart.issues.map(\.kind) == [.managerCycle])
        #expect(chart.issues.first?.others.count == 99_999)
    }

    @Test func `a chart is read from the server's list, and written as one`() throws {
        let json = #"[{"directReports":[],"familyName":"B","givenName":"A","id":"a","location":"C"}]"#
        let chart: OrgChart = try decoded(json)
        #expect(chart.root?.employee.fullName == "A B")
        #expect(try encoded(chart) == json)
        #expect(try failingPath(OrgChart.self, #"[{"id":"a"}]"#) == "0.givenName")
    }
}
