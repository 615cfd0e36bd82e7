/// What one look of the doctor, or of `config check`, found.
struct Finding: Encodable, Equatable {
    enum Status: String, Encodable {
        case ok, warning, failure

        var mark: String {
            switch self {
            case .ok: "✓"
            case .warning: "!"
            case .failure: "✗"
            }
        }

        fileprivate var ink: Style.Ink {
            switch self {
            case .ok: .green
            case .warning: .yellow
            case .failure: .red
            }
        }
    }

    let check: String
    let status: Status
    let detail: String
    let hint: String?
    var milliseconds: Int?

    init(_ check: String, _ status: Status, _ detail: String, hint: String? = nil, milliseconds: Int? = nil) {
        self.check = check
        self.status = status
        self.detail = detail
        self.hint = hint
        self.milliseconds = milliseconds
    }

    /// A line for each, and one more below for a hint.
    static func table(_ findings: [Finding], style: Style) -> String {
        let width = findings.map(\.check.displayWidth).max() ?? 0
        return findings.map { finding in
            let time = finding.milliseconds.map { "\($0) ms, " } ?? ""
            let mark = style.paint(finding.status.mark, finding.status.ink)
            let hint = finding.hint.map { "  \("".padding(to: width))    → \($0.terminalSafe)\n" } ?? ""
            return "\(mark) \(finding.check.padding(to: width))  \((time + finding.detail).terminalSafe)\n" + hint
        }.joined()
    }
}
