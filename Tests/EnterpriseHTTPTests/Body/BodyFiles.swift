import Foundation

/// The files of one test, gone with it.
final class BodyFiles: Sendable {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(component: "body-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    func write(_ data: Data, as name: String) throws -> URL {
        let file = directory.appending(component: name)
        try data.write(to: file)
        return file
    }

    /// Makes a file longer or shorter, as another process would do it.
    static func resize(_ file: URL, by bytes: Int) throws {
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }
        try handle.truncate(atOffset: UInt64(Int(try handle.seekToEnd()) + bytes))
    }
}

extension Data {
    /// Bytes of every value, in no simple order; their period is no chunk's size.
    static func pattern(_ count: Int) -> Data {
        var data = Data(capacity: count)
        while data.count < count { data += period.prefix(count - data.count) }
        return data
    }

    private static let period = Data((0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
}
