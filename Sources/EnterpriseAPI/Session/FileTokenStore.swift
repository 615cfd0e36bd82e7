public import Foundation

/// Keeps a token in a file of mode 0600, for a command line or for replicas that share it.
///
/// The file is replaced in one step, so that no reader sees a part of it. It is not trusted, and `load` throws, when others
/// may read or write it, when it belongs to another user, or when it is a symbolic link.
public struct FileTokenStore: TokenStore {
    private let file: PrivateFile

    /// A store in this file; its folder is made, with mode 0700, when a token is saved and the folder is not there.
    public init(_ url: URL) { file = PrivateFile(url) }

    /// The token in the file; nil when there is no file. Throws when the file can't be trusted, or holds something else.
    public func load() throws -> Token? {
        guard let data = try file.read(.ownedHere) else { return nil }
        return try JSONDecoder().decode(Token.self, from: data)
    }

    /// Replaces the file.
    public func save(_ token: Token) throws { try file.write(try JSONEncoder().encode(token)) }

    /// Removes the file.
    public func remove() throws { try file.remove() }
}
