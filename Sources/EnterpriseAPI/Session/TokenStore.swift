import Synchronization

/// Keeps a session's token beyond the session, or shares it among processes.
///
/// The token is loaded before the first call that needs one, and looked at again when the server refuses the session's own:
/// another process may have stored a newer one. A store that fails does not fail the call; see
/// `SessionOptions.storeFailed`. Its functions are called one at a time, but for `load`.
public protocol TokenStore: Sendable {
    /// The token that was saved last; nil when there is none.
    func load() async throws -> Token?
    /// Keeps the token in place of the one before.
    func save(_ token: Token) async throws
    /// Forgets the token, if there is one.
    func remove() async throws
}

/// Keeps a token for as long as the process runs; give the same store to several `API`s and they share it.
public final class MemoryTokenStore: TokenStore {
    private let token = Mutex<Token?>(nil)

    /// An empty store.
    public init() {}

    /// The token that was saved last.
    public func load() -> Token? { token.withLock { $0 } }
    /// Keeps the token.
    public func save(_ token: Token) { self.token.withLock { $0 = token } }
    /// Forgets the token.
    public func remove() { token.withLock { $0 = nil } }
}
