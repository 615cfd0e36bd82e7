import EnterpriseAPI
import EnterpriseHTTP
import Foundation

/// Where sessions are kept: `$XDG_STATE_HOME/enterprise-api`, else `~/.local/state/enterprise-api` (XDG Base Directory).
/// One folder for each server, in it one file for each user; only the owner can read any of it.
struct StateFolder {
    /// Nil where there is neither variable: then nothing is kept.
    private let folder: URL?

    init(_ variables: Variables) {
        // A relative path is to be ignored, says the specification.
        let state = variables["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        let home = variables["HOME"].map { URL(filePath: $0).appending(path: ".local/state") }
        folder = (state ?? home)?.appending(component: "enterprise-api")
    }

    /// The file of a user's session.
    func session(of user: String, on server: BaseURL) -> URL? {
        serverFolder(server)?.appending(path: Self.path(user) + ".session")
    }

    /// Who signed in last and has not signed out.
    func lastUser(of server: BaseURL) -> String? {
        guard let file = lastUserFile(server), let data = try? Data(contentsOf: file), data.count < 10_000 else {
            return nil
        }
        let name = String(decoding: data, as: UTF8.self)
        return name.isEmpty ? nil : name
    }

    /// Keeps who signed in last; the session's file, and with it the folder, is there already.
    func setLastUser(_ user: String, of server: BaseURL) throws(CommandError) {
        guard let file = lastUserFile(server) else { return }
        let isWritten = FileManager.default.createFile(
            atPath: file.path,
            contents: Data(user.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isWritten else { throw CommandError(.failure, "can't write to \(file.path)") }
    }

    /// Forgets who signed in last, if it was this one.
    func forgetLastUser(_ user: String, of server: BaseURL) {
        guard lastUser(of: server) == user, let file = lastUserFile(server) else { return }
        try? FileManager.default.removeItem(at: file)
    }

    private func lastUserFile(_ server: BaseURL) -> URL? { serverFolder(server)?.appending(component: "last-user") }

    private func serverFolder(_ server: BaseURL) -> URL? { folder?.appending(path: Self.path(server.description)) }

    /// Any text as a path: what is no plain letter or digit is spelled in hexadecimal, so that no two texts share one, and
    /// long ones are folders in folders, as a name may have 255 bytes only.
    static func path(_ text: String) -> String {
        var name = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            name +=
                isPlain || byte == UInt8(ascii: ".") && !name.isEmpty
                ? String(Character(scalar)) : "_" + String(byte, radix: 16) + "_"
        }
        var pieces: [Substring] = []
        var rest = name[...]
        repeat {
            pieces.append(rest.prefix(200))
            rest = rest.dropFirst(200)
        } while !rest.isEmpty
        return pieces.joined(separator: "+/")
    }
}
