import EnterpriseHTTP
import Foundation

extension RequestBody {
    /// The whole body in memory.
    ///
    /// `RequestBody` has no public way to be read yet, so no transport outside of EnterpriseHTTP can send one: refused,
    /// rather than sent without its body.
    func gathered() async throws(APIError) -> Data {
        throw APIError(.invalidRequest, reason: "URLSessionTransport can't send a body yet")
    }
}
