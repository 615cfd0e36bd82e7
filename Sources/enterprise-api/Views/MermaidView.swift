import EnterpriseAPI

/// The company as a flowchart for Mermaid, as Markdown on many sites shows it.
enum MermaidView {
    static func text(_ chart: OrgChart) -> String {
        let names = Numbering(chart)
        let nodes = chart.nodes.map { node in
            let label = [node.employee.fullName, node.employee.location].filter { !$0.isEmpty }.map(escaped)
            return "  n\(names[node.id])[\"\(label.joined(separator: "<br/>"))\"]\n"
        }
        // One line for each manager, as viewers allow only so many.
        let edges = chart.nodes.filter { !$0.reports.isEmpty }.map { node in
            "  n\(names[node.id]) --> \(node.reports.map { "n\(names[$0.id])" }.joined(separator: " & "))\n"
        }
        return "flowchart LR\n" + nodes.joined() + edges.joined()
    }

    /// Everything that means something to Mermaid or HTML as a numeric entity.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.terminalSafe.unicodeScalars {
            if "\"#&<>`\\;[]{}()|".unicodeScalars.contains(scalar) {
                escaped += "#\(scalar.value);"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped.isEmpty ? " " : escaped
    }
}
