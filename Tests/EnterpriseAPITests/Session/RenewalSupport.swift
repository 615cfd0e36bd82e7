import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation

extension RunningBackend {
    /// An API on this backend that signs in by itself, as often as it takes.
    func renewing(
        delegate: (any APIDelegate)? = nil,
        credentials: (any CredentialProvider)? = nil,
        tokenStore: any TokenStore = MemoryTokenStore(),
        sessionOptions: SessionOptions = SessionOptions(),
        clock: CallClock = .continuous
    ) throws -> API {
        var options = TransportOptions()
        options.maxConnectionsPerHost = 200
        return API(
            configuration: try .testing(url),
            delegate: delegate,
            credentials: credentials ?? .fixed(self.credentials),
            tokenStore: tokenStore,
            sessionOptions: sessionOptions,
            clock: clock,
            options: options
        )
    }

    /// How many logins have come.
    var logins: Int { backend.calls(to: .login) }
}

extension ServerResponse {
    /// What a refused token is answered with.
    static let refusal = ServerResponse.failure(401, reason: "Token not authenticated.")
}

/// Starts so many calls at the same time, and gives the error of each, or nil.
func parallel<T: Sendable>(
    _ count: Int,
    _ operation: @escaping @Sendable () async throws(APIError) -> T
) -> Task<[APIError?], Never> {
    Task {
        await withTaskGroup(of: APIError?.self) { group in
            for _ in 0..<count { group.addTask { await failure(of: operation) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }
}

/// A folder of a test's own, which goes when the test does.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString, directoryHint: .isDirectory)

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// A file in it with this content and mode.
    func file(_ name: String, _ content: String, mode: Int = 0o600) throws -> URL {
        let file = url.appending(path: name)
        try Data(content.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        return file
    }
}

/// The permission bits of a file.
func mode(of url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
}
