import Foundation

/// A directory of one test, gone with it.
final class TemporaryDirectory: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(component: "enterprise-api-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    @discardableResult
    func write(_ text: String, as name: String) throws -> URL {
        let file = url.appending(component: name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
