import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

extension LoopbackServer {
    /// A request to this server.
    func request(
        _ method: HTTPMethod = .get,
        _ target: String = "/",
        headers: HTTPHeaders = [:],
        body: RequestBody? = nil,
        within limit: Duration = .seconds(60)
    ) -> WireRequest {
        WireRequest(
            method: method,
            origin: String(url.dropLast()),
            target: target,
            headers: headers,
            body: body,
            deadline: .now + limit
        )
    }

    /// A client of this server.
    func client(prefix: String = "", options: TransportOptions = TransportOptions()) throws -> HTTPClient {
        HTTPClient(
            baseURL: try BaseURL(url + prefix),
            timeout: .seconds(60),
            retryPolicy: .none,
            transport: CurlTransport(options: options)
        )
    }
}

/// The error that an operation ends with; nil when it succeeds.
func failure(of operation: () async throws(APIError) -> some Any) async -> APIError? {
    do {
        _ = try await operation()
        return nil
    } catch { return error }
}

/// Waits for what nothing tells of, without keeping a thread busy; an issue when it does not come.
func eventually(
    within limit: Duration = .seconds(20),
    _ condition: () -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    let end = ContinuousClock.now + limit
    while !condition() {
        guard ContinuousClock.now < end, (try? await Task.sleep(for: .milliseconds(1))) != nil else {
            Issue.record("it did not come about", sourceLocation: sourceLocation)
            return
        }
    }
}

/// What the process holds at the moment.
struct ProcessUse: Equatable {
    var descriptors: Int
    var threads: Int

    static func now() throws -> ProcessUse {
        ProcessUse(
            descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
            threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        )
    }
}
