extension ReferenceBackend {
    /// A backend on the loopback address, ready for requests when this returns.
    /// - Parameters:
    ///   - company: the data it serves.
    ///   - edition: which backend is played.
    ///   - pathPrefix: what comes before `/api`.
    ///   - address: 127.0.0.1 unless told.
    ///   - port: 0, unless told, for one that is free.
    /// - Throws: `LoopbackError` when the port is taken, or the process is out of descriptors or threads.
    public static func start(
        company: DemoCompany = .demo,
        edition: Edition = .current,
        pathPrefix: String = "",
        address: LoopbackServer.Address = .ipv4,
        port: UInt16 = 0
    ) throws(LoopbackError) -> RunningBackend {
        let backend = ReferenceBackend(company: company, edition: edition, pathPrefix: pathPrefix)
        return try RunningBackend(backend, address: address, port: port)
    }
}

/// A reference backend with the server it runs on. It stops when nothing refers to it any more.
public struct RunningBackend: Sendable {
    /// What answers.
    public let backend: ReferenceBackend
    /// What it listens with.
    public let server: LoopbackServer

    /// Puts a backend on the loopback address.
    /// - Throws: `LoopbackError` when the port is taken, or the process is out of descriptors or threads.
    public init(
        _ backend: ReferenceBackend,
        address: LoopbackServer.Address = .ipv4,
        port: UInt16 = 0
    ) throws(LoopbackError) {
        var options = LoopbackServer.Options()
        options.brokenRequests = .close
        // The backend itself refuses bodies over its limit, after credentials; this only bounds what is read.
        options.maxBodyBytes = 1024 * 1024
        options.refusal = { .failure($0, reason: "Payload Too Large") }
        self.backend = backend
        server = try LoopbackServer(address: address, port: port, options: options) { backend.handle($0) }
    }

    /// The `server` of a configuration, such as `http://127.0.0.1:49152/` or `http://127.0.0.1:49152/shop/`.
    public var url: String { server.url + backend.pathPrefix.dropFirst() + (backend.pathPrefix.isEmpty ? "" : "/") }

    /// Stops the server; see `LoopbackServer.stop`.
    public func stop() { server.stop() }

    /// Stops but keeps the port, so that connecting is refused as when the backend is down.
    public func refuse() { server.refuse() }
}
