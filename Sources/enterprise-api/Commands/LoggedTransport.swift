import EnterpriseHTTP
import Foundation

/// Shows on standard error what goes over the wire: the lines of each request and response, but no secret, no body and no
/// value of a query.
struct LoggedTransport: Transport {
    private let transport: any Transport

    init(_ transport: any Transport) { self.transport = transport }

    func send(_ request: WireRequest) async throws(APIError) -> WireResponse {
        let begin = ContinuousClock.now
        log([">", request.method.rawValue, request.origin + Self.withoutValues(request.target)])
        for field in request.headers { log([">", "\(field)"]) }
        if let body = request.body { log([">", "(\(body))"]) }
        do throws(APIError) {
            let response = try await transport.send(request)
            log([
                "<", "\(response.status)", "in \(Self.milliseconds(since: begin)) ms,", "\(response.body.count) bytes",
            ])
            for field in response.headers { log(["<", "\(field)"]) }
            return response
        } catch {
            log(["<", "\(error.code)", "after \(Self.milliseconds(since: begin)) ms"])
            throw error
        }
    }

    func close() async { await transport.close() }

    private func log(_ words: [String]) { Output.note(words.joined(separator: " ").terminalSafe) }

    /// The names of a query stay, as they say what was asked for.
    static func withoutValues(_ target: String) -> String {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return target }
        let items = parts[1].split(separator: "&").map { item in
            item.prefix { $0 != "=" } + (item.contains("=") ? "=<redacted>" : "")
        }
        return parts[0] + "?" + items.joined(separator: "&")
    }

    static func milliseconds(since begin: ContinuousClock.Instant) -> Int {
        Int((ContinuousClock.now - begin) / .milliseconds(1))
    }
}
