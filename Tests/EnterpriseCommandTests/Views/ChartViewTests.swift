import EnterpriseAPI
import Foundation
import Testing

@testable import enterprise_api

@Suite(.serialized) struct ChartViewTests {
    @Test func `a table sets names in below their manager, and aligns wide letters`() {
        #expect(
            Table(Sample.chart.nodes, EmployeeView.indented.filter(\.isStandard)).text == """
                Name                 Location  Birthday    Reports  Id
                Ada "The" <Boss>     Köln      1992-02-29        2  a
                  Bo Li              Oslo                        1  b
                    Cy Ng\\u{1B}[31m                                 d
                  美咲 田中          東京                           c

                """
        )
    }

    @Test func `a tree has a branch for each`() {
        #expect(
            TreeView.text(Sample.chart) == """
                Ada "The" <Boss>  Köln
                ├── Bo Li  Oslo
                │   └── Cy Ng\\u{1B}[31m
                └── 美咲 田中  東京

                """
        )
    }

    @Test func `a graph for Graphviz escapes what means something there`() {
        let text = DotView.text(Sample.chart)
        #expect(text.contains(#"  n0 [label="Ada \"The\" <Boss>\nKöln"];"#))
        #expect(text.contains("  n0 -> n1;\n  n1 -> n2;\n  n0 -> n3;\n"))
        #expect(text.contains(#"Cy Ng\\u{1B}[31m"#))
    }

    @Test func `a flowchart for Mermaid`() {
        #expect(
            MermaidView.text(Sample.chart) == """
                flowchart LR
                  n0["Ada #34;The#34; #60;Boss#62;<br/>Köln"]
                  n1["Bo Li<br/>Oslo"]
                  n2["Cy Ng#92;u#123;1B#125;#91;31m"]
                  n3["美咲 田中<br/>東京"]
                  n0 --> n1 & n3
                  n1 --> n2

                """
        )
    }

    @Test func `a picture has a box for each person, and none overlaps another`() throws {
        let count = 500
        let text = SVGView.text(Sample.company(of: count))
        let boxes = text.matches(of: /class="box" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/).map {
            (x: Int($0.1) ?? 0, y: Int($0.2) ?? 0, width: Int($0.3) ?? 0, height: Int($0.4) ?? 0)
        }
        #expect(boxes.count == count)
        let columns = Dictionary(grouping: boxes, by: \.x)
        #expect(columns.count == 5)
        for column in columns.values {
            let tops = column.map(\.y).sorted()
            #expect(zip(tops, tops.dropFirst()).allSatisfy { $1 - $0 >= 38 })
        }
        #expect(boxes.allSatisfy { $0.width < 260 && $0.height == 38 })
        // Nobody has to read letters of less than 11 pixels.
        #expect(text.contains("font-size: 11px") && !text.contains("font-size: 10px"))
        #expect(SVGView.text(Sample.chart).contains("Ada \"The\" &lt;Boss&gt;"))
    }

    @Test func `a long chain of managers does not indent without end`() {
        let chain = OrgChart(
            (0..<1_000).map { number in
                Sample.employee(
                    Identifier(Int64(number)),
                    "",
                    "Ada",
                    "Oslo",
                    manager: number == 0 ? nil : Identifier(Int64(number - 1))
                )
            }
        )
        let lines = Table(chain.nodes, EmployeeView.indented.filter(\.isStandard)).text.split(separator: "\n")
            .dropFirst()
            .map(String.init)
        #expect(lines[1].hasPrefix("  Ada  "))
        #expect(lines[21].hasPrefix(String(repeating: "  ", count: 20) + "(level 21) Ada  "))
        #expect(lines.allSatisfy { $0.count < 100 })
        #expect(TreeView.text(chain).split(separator: "\n").allSatisfy { $0.count < 120 })
    }

    @Test func `one person, with the way up and down`() {
        let nodes = EmployeeView.find("bo", in: Sample.chart)
        #expect(nodes.map(\.employee.fullName).sorted() == ["Ada \"The\" <Boss>", "Bo Li"])
        #expect(
            EmployeeView.find("bo li", in: Sample.chart).map { EmployeeView.card($0) } == [
                """
                Bo Li
                  Location  Oslo
                  Managers  Ada "The" <Boss>
                  Id        b
                  Reports   1
                    Cy Ng\\u{1B}[31m,\u{20}

                """
            ]
        )
        #expect(EmployeeView.find("a", in: Sample.chart).map(\.id) == ["a"])
    }
}
