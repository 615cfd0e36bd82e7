public import Foundation

/// Credentials from a file that only its owner can read: JSON, `{"username": "…", "password": "…"}`, or two lines, the
/// name and the password. It is read each time, so that a changed password is found.
public struct FileCredentials: CredentialProvider {
    private struct Content: Decodable {
        var username: String
        var password: String
    }

    private let url: URL

    /// A provider that reads this file.
    public init(_ url: URL) { self.url = url }

    /// Those in the file; throws `CredentialsError` when it can't be read, when others than its owner can, or when it is
    /// neither of the two forms.
    public func credentials() throws(CredentialsError) -> Credentials {
        let data: Data?
        // Mounted secrets are symbolic links, and may belong to root.
        do throws(PrivateFileError) { data = try PrivateFile(url).read(.ownerOnly) } catch {
            throw CredentialsError(error.isExposed ? .unsafePermissions : .unreadable, reason: error.description)
        }
        guard let data else { throw CredentialsError(.missing, reason: "\(url.lastPathComponent) is not there") }
        guard let credentials = Self.parse(data) else {
            throw CredentialsError(.invalidFormat, reason: "\(url.lastPathComponent) is neither JSON nor two lines")
        }
        return credentials
    }

    private static func parse(_ data: Data) -> Credentials? {
        if let content = try? JSONDecoder().decode(Content.self, from: data) {
            return Credentials(username: content.username, password: content.password)
        }
        guard let text = String(data: data, encoding: .utf8) else { return nil }
        // To Swift "\r\n" is one Character, and not "\n".
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last?.isEmpty == true { lines.removeLast() }
        guard lines.count == 2, !lines[0].isEmpty, !lines[1].isEmpty, !lines[0].hasPrefix("{") else { return nil }
        return Credentials(username: String(lines[0]), password: String(lines[1]))
    }
}

extension CredentialProvider where Self == FileCredentials {
    /// Those in a file that only its owner can read.
    public static func file(_ url: URL) -> FileCredentials { FileCredentials(url) }
}
