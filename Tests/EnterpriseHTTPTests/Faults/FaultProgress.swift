import EnterpriseHTTP
import EnterpriseTesting

/// How far an exchange has come when its fault happens.
enum FaultProgress: Comparable {
    /// The server knows nothing of it.
    case connected
    /// The server has a part of the request.
    case requesting
    /// The server has the request.
    case requested
    /// The client has a part of the answer's head.
    case answering
    /// The client has the head and a part of the body.
    case reading
    /// The client has the answer: the fault comes too late, or never.
    case answered

    init(_ stage: Fault.Stage, _ method: HTTPMethod) {
        let hasBody = method == .post
        self =
            switch stage {
            case .accepted: .connected
            // The head alone is longer than a hundred bytes, the answer's is shorter.
            case .requestStarted, .bytes(_, .toServer): .requesting
            case .afterRequestHead: hasBody ? .requesting : .requested
            case .midRequestBody: hasBody ? .requesting : .answered
            case .beforeResponse: .requested
            case .midResponseHead: .answering
            case .midResponseBody, .bytes(_, .toClient): .reading
            case .betweenRequests: .answered
            }
    }
}
