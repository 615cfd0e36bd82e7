import EnterpriseAPI

/// The company as a graph for Graphviz: `dot -Tpdf`.
enum DotView {
    static func text(_ chart: OrgChart) -> String {
        let names = Numbering(chart)
        let nodes = chart.nodes.map { node in
            let label = [node.employee.fullName, node.employee.location].filter { !$0.isEmpty }.map(escaped)
            return "  n\(names[node.id]) [label=\"\(label.joined(separator: "\\n"))\"];\n"
        }
        let edges = chart.nodes.compactMap { node in
            node.manager.map { "  n\(names[$0.id]) -> n\(names[node.id]);\n" }
        }
        return """
            digraph company {
              rankdir=LR;
              node [shape=box, style="rounded,filled", fillcolor="#eef3fb", color="#5b7db1", fontname="sans-serif"];
              edge [arrowhead=none, color="#8a97a8"];
            \(nodes.joined())\(edges.joined())}

            """
    }

    private static func escaped(_ text: String) -> String {
        text.terminalSafe.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}

/// Short names for the places of a chart, in its order: ids may hold anything.
struct Numbering {
    private let numbers: [Identifier: Int]

    init(_ chart: OrgChart) {
        numbers = Dictionary(chart.nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    subscript(id: Identifier) -> Int { numbers[id] ?? 0 }
}
