import EnterpriseTesting

/// What goes wrong at a stage.
enum FaultManner: CaseIterable {
    case drop, stall, close, reset, halfCloseToClient, halfCloseToServer, garbage

    /// Whether the client only learns of it by its own time limits.
    var isSilent: Bool { self == .drop || self == .stall }

    func fault(at stage: Fault.Stage) -> Fault {
        switch self {
        case .drop: .drop(at: stage)
        case .stall: .stall(at: stage)
        case .close: .close(at: stage)
        case .reset: .reset(at: stage)
        case .halfCloseToClient: .halfClose(.toClient, at: stage)
        case .halfCloseToServer: .halfClose(.toServer, at: stage)
        case .garbage: .garbage(at: stage)
        }
    }
}
