import EnterpriseHTTP
import Foundation
import Synchronization

extension RequestBody {
    /// The whole body in memory: an upload from a stream, on Linux, has no length and can't be stopped by an error.
    func gathered() async throws(APIError) -> Data {
        let bytes = Gathered()
        try await produce { chunk in bytes.data.withLock { $0 += chunk } }
        return bytes.data.withLock { $0 }
    }
}

private final class Gathered: Sendable {
    let data = Mutex(Data())
}
