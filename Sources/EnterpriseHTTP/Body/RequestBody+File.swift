public import Foundation

extension RequestBody {
    /// The bytes of a file, read while they are sent: any size in constant memory.
    ///
    /// The file's size when the call begins is what is announced. A file that is missing, can't be read or is none fails
    /// with `invalidRequest`; one that shrinks or grows meanwhile with `bodyFailed`, and the server sees a broken
    /// message instead of a wrong file.
    public static func file(_ file: URL, contentType: String? = "application/octet-stream") -> RequestBody {
        RequestBody(contentType: contentType, content: .streamed(.file(file)))
    }
}

extension RequestBody.Source {
    static func file(_ file: URL) -> RequestBody.Source {
        RequestBody.Source(length: { try FileBytes.size(of: file) }) { write in
            try await FileBytes.read(file, write: write)
        }
    }
}

/// Reads files for bodies.
enum FileBytes {
    private static let chunkSize = 256 << 10

    static func size(of file: URL) throws -> Int { try open(file).size }

    /// Writes a file's bytes; throws before the last of them when the file is longer or shorter than it was.
    static func read(_ file: URL, write: RequestBody.Write) async throws {
        let (handle, size) = try open(file)
        defer { try? handle.close() }
        var left = size
        if left == 0, let more = try handle.read(upToCount: 1), !more.isEmpty {
            throw BodyError("\(file.lastPathComponent) has bytes, but no size")
        }
        while left > 0 {
            // One byte more than is left would show that the file has grown.
            let chunk = try handle.read(upToCount: left > chunkSize ? chunkSize : left + 1) ?? Data()
            guard !chunk.isEmpty else { throw BodyError("\(file.lastPathComponent) shrank while it was sent") }
            guard chunk.count <= left else { throw BodyError("\(file.lastPathComponent) grew while it was sent") }
            left -= chunk.count
            try await write(chunk)
        }
    }

    /// Opens a regular file, or the one a link leads to. It never waits, as opening a FIFO would.
    private static func open(_ file: URL) throws -> (handle: FileHandle, size: Int) {
        let descriptor = Foundation.open(file.path(percentEncoded: false), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw BodyError("\(file.lastPathComponent): \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw BodyError("\(file.lastPathComponent) is not a file")
        }
        return (handle, Int(status.st_size))
    }
}

/// Why a body could not be produced.
struct BodyError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
