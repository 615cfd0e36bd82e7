import Foundation

extension RequestBody {
    /// Produces the body, chunk by chunk, for transports that are not this module's own.
    ///
    /// - Parameter write: Takes a chunk; returns when there is room for the next.
    /// - Throws: `invalidRequest` when the body can't be read at all; `bodyFailed` when it throws, or brings more or fewer
    ///   bytes than it said; `cancelled` when the task is.
    public func produce(to write: @escaping Write) async throws(APIError) {
        let length = try length()
        do {
            try await source.produce(exactly: length, write)
        } catch {
            throw Task.isCancelled ? APIError(.cancelled) : .bodyFailed(error)
        }
    }

    /// The size in bytes, or nil where only the end will tell.
    ///
    /// - Throws: `invalidRequest` when the body can't be read, such as a file that is missing.
    public func length() throws(APIError) -> Int? {
        do { return try source.length() } catch {
            let reason = (error as? BodyError)?.description ?? (error as NSError).localizedDescription
            throw APIError(.invalidRequest, reason: "the body can't be read: \(reason)", underlying: error)
        }
    }
}
