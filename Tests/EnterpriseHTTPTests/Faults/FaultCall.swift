import EnterpriseHTTP
import EnterpriseTesting
import Foundation

/// A way to call a server that something goes wrong with.
struct FaultCall: Sendable, CustomStringConvertible {
    /// Which attempts meet the fault, and what is done about it.
    enum Pass: CaseIterable {
        /// The only one.
        case once
        /// The first; the standard policy may try again.
        case firstOfSome
        /// Each; the standard policy may try again.
        case eachOfSome
    }

    static let all = [HTTPMethod.get, .post].flatMap { method in
        [false, true].flatMap { isStreamed in
            Pass.allCases.map { FaultCall(method: method, isStreamed: isStreamed, pass: $0) }
        }
    }

    static let requestBody = Data(repeating: 0x61, count: 4000)
    static let answer = [UInt8](repeating: 0x62, count: 200)

    var method: HTTPMethod
    var isStreamed: Bool
    var pass: Pass

    var description: String { "\(method), \(isStreamed ? "streamed" : "buffered"), \(pass)" }

    var retryPolicy: RetryPolicy {
        guard pass != .once else { return .none }
        var policy = RetryPolicy.standard
        policy.firstBackoff = .milliseconds(5)
        return policy
    }

    /// Whole calls that meet silence get so little time that the suite is quick; all others so much that a busy machine
    /// is no fault.
    func limit(isSilent: Bool) -> Duration {
        isSilent ? .milliseconds(pass == .once ? 400 : 3000) : .seconds(20)
    }

    func client(of url: String, isSilent: Bool) throws -> HTTPClient {
        var options = TransportOptions()
        // Leaves room for attempts within the call's time; a single one has to be ended by that time itself.
        if isSilent, pass != .once { options.firstByteTimeout = .milliseconds(400) }
        return HTTPClient(
            baseURL: try BaseURL(url),
            retryPolicy: retryPolicy,
            transport: CurlTransport(options: options)
        )
    }

    func request(isSilent: Bool) -> AnyRequest<WireResponse> {
        var request = AnyRequest<WireResponse>(method, "x", body: method == .post ? .data(Self.requestBody) : nil)
        request.isStreamed = isStreamed
        // Longer than the stages that count bytes, whatever the client itself adds.
        request.headers = ["X-Padding": String(repeating: "p", count: 200)]
        request.timeout = limit(isSilent: isSilent)
        return request
    }

    /// Makes the call and reads its answer to the end; nil when that takes half a minute.
    func end(by client: HTTPClient, isSilent: Bool = false) async -> FaultEnd? {
        let request = request(isSilent: isSilent)
        return await withTaskGroup(of: FaultEnd?.self) { group in
            group.addTask { await FaultEnd(of: request, by: client) }
            group.addTask {
                try? await Task.sleep(for: .seconds(30))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
