import EnterpriseHTTP
import Foundation

/// How a call ended.
struct FaultEnd: Sendable {
    var error: APIError?
    var body: Data?
    var attempts: Int
    /// Whether the call had succeeded and its stream failed.
    var isOnStream = false
    var duration = Duration.zero

    init(of request: AnyRequest<WireResponse>, by client: HTTPClient) async {
        let start = ContinuousClock.now
        do {
            let response = try await client.send(request)
            attempts = response.attempts
            do { body = try await response.bytes.collect(upTo: 1 << 20) } catch {
                self.error = error
                isOnStream = true
            }
        } catch {
            self.error = error
            attempts = error.attempts
        }
        duration = start.duration(to: .now)
    }
}
