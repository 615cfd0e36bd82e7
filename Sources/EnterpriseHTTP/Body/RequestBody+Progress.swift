extension RequestBody {
    /// The same body, telling how much of it has been handed to the transport: first of all that nothing has, then after
    /// each chunk. When the request is sent again, the count begins again.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> RequestBody {
        if case .encoded = content {
            // Encoded once, not for the length and the bytes each.
            let deferred = Content.encoded { try encoded().onProgress(report) }
            return RequestBody(contentType: contentType, isReplayable: isReplayable, content: deferred)
        }
        let source = source
        let counted = Source(length: source.length) { write in
            let total = try source.length()
            let counter = ByteCounter()
            report(TransferProgress(completed: 0, total: total))
            try await source.produce { chunk in
                try await write(chunk)
                report(TransferProgress(completed: counter.add(chunk.count), total: total))
            }
        }
        return RequestBody(contentType: contentType, isReplayable: isReplayable, content: .streamed(counted))
    }
}
