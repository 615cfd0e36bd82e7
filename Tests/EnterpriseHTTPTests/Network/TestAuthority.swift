import EnterpriseHTTP
import Foundation
import Testing

/// Certificates of an authority that exists for this run alone, made by the `openssl` program.
struct TestAuthority: Sendable {
    let folder: URL

    private static let made = Result { try TestAuthority() }

    static func shared() throws -> TestAuthority { try made.get() }

    private init() throws {
        folder = try .temporaryFolder("authority")
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", Self.script]
        process.currentDirectoryURL = folder
        process.standardInput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl failed")
    }

    /// The path of a file, such as `server.pem`.
    func file(_ name: String) -> String { folder.appending(path: name).path }

    /// A pin on the public key of a certificate, such as `server`.
    func pin(_ name: String) throws -> String {
        let digest = try String(contentsOfFile: file("\(name).pin"), encoding: .utf8)
        return "sha256//" + digest.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

extension URL {
    /// What this process's tests leave behind, taken away at its end.
    private static let leftovers: URL = {
        atexit { try? FileManager.default.removeItem(at: URL.leftovers) }
        return URL(filePath: "/tmp/enterprise-net-\(UUID().uuidString.prefix(8))")
    }()

    /// A new folder, whose path is short enough for a socket.
    static func temporaryFolder(_ name: String) throws -> URL {
        let folder = leftovers.appending(path: "\(name)-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
