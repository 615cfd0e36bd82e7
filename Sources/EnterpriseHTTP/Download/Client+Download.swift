public import Foundation

extension Client {
    /// Sends a request and writes its answer to a file, in constant memory.
    ///
    /// The bytes go to a hidden file beside `file`, which takes its place in one step when everything is there and the
    /// digest is right. So there is never half a file, and one from before stays until then. What a process that was
    /// killed has left of it goes with the next download to the same file.
    ///
    /// Throws what `send` throws, `fileFailed` when the file can't be written, and `wrongDigest`. When only the folder
    /// could not be synchronized, `fileFailed` comes although the file is there.
    /// - Parameters:
    ///   - request: Any request; how it would decode its answer plays no part. Content codings are not asked for.
    ///   - file: Where the file is to be; its folder must exist.
    ///   - options: Resuming, the digest and the disk.
    ///   - progress: Called after every chunk. The total is nil when the server does not say it.
    @discardableResult
    public func download<R: Request>(
        _ request: R,
        to file: URL,
        options: DownloadOptions = DownloadOptions(),
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(APIError) -> DownloadedFile {
        var call = CallLabel(endpoint: "\(request.method) \(request.path.template)")
        do throws(APIError) {
            var partial = try PartialFile(
                for: file,
                source: "\(request.method) \(request.path.encoded)?\(request.query.encoded)",
                resumes: options.resumes,
                hashes: options.sha256 != nil
            )
            do throws(APIError) {
                let resumed = try await fill(&partial, from: RangedRequest(request), call: &call, progress: progress)
                try await partial.complete(sha256: options.sha256, synchronizesToDisk: options.synchronizesToDisk)
                return DownloadedFile(file: file, bytes: partial.bytes, resumedBytes: resumed)
            } catch {
                partial.abandon()
                throw error
            }
        } catch { throw error.of(call) }
    }

    /// Writes what is missing of a file; gives how much was there before.
    private func fill<R: Request>(
        _ partial: inout PartialFile,
        from request: RangedRequest<R>,
        call: inout CallLabel,
        progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(APIError) -> Int {
        let place = partial.resumePoint
        var response = try await send(request.from(place))
        var rest = place.flatMap { response.total(restingAt: $0) }
        if place != nil, rest == nil, response.status != 200 {
            // The part that is here is of no use, or the answer is: once more, and the whole.
            response = try await send(request.from(nil))
            rest = nil
        }
        guard rest != nil || response.status == 200 else { throw APIError(response) }
        call = CallLabel(endpoint: call.endpoint, response)
        guard !response.isEncoded else {
            throw APIError(.invalidResponse, reason: "it is in a content coding that was not asked for").with(response)
        }
        if rest == nil { try partial.restart(validator: response.validator) }
        let resumed = partial.bytes
        let total = rest ?? response.contentLength
        for try await chunk in response.bytes {
            try partial.append(chunk)
            progress?(TransferProgress(completed: partial.bytes, total: total))
        }
        guard total == nil || total == partial.bytes else {
            throw APIError(.connectionLost, reason: "\(partial.bytes) bytes came instead of \(total ?? 0)")
        }
        return resumed
    }
}

/// A request for what follows a given place of what another request would bring.
private struct RangedRequest<Base: Request>: Sendable {
    private let base: Base

    init(_ base: Base) { self.base = base }

    func from(_ place: PartialFile.ResumePoint?) -> AnyRequest<WireResponse> {
        var request = AnyRequest<WireResponse>(base, isStreamed: true) { $0 }
        request.headers.setRange(from: place)
        if place != nil { request.acceptableStatus = request.acceptableStatus.union([416]) }
        return request
    }
}
