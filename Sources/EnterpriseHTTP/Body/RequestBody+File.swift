public import Foundation

extension RequestBody {
    /// The bytes of a file, read while they are sent: any size in constant memory.
    ///
    /// The file's size when the call begins is what is announced. A file that is missing, can't be read, is none or
    /// does not tell its size fails with `invalidRequest`; one that shrinks, grows or is rewritten meanwhile with `bodyFailed`, and the server sees a
    /// broken message instead of a wrong file. A file that another one is renamed over is sent as it was.
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

    /// The size of a file whose size can be told; those of `/proc` have bytes, but none.
    static func size(of file: URL) throws -> Int {
        let (handle, state) = try open(file)
        defer { try? handle.close() }
        if state.size == 0, let more = try handle.read(upToCount: 1), !more.isEmpty {
            throw BodyError("\(file.lastPathComponent) has bytes, but no size")
        }
        return state.size
    }

    /// Writes a file's bytes; throws before the last of them when the file is not what it was.
    static func read(_ file: URL, write: RequestBody.Write) async throws {
        let (handle, before) = try open(file)
        defer { try? handle.close() }
        var left = before.size
        while left > 0 {
            // One byte more than is left would show that the file has grown.
            let chunk = try handle.read(upToCount: left > chunkSize ? chunkSize : left + 1) ?? Data()
            guard !chunk.isEmpty else { throw BodyError("\(file.lastPathComponent) shrank while it was sent") }
            guard chunk.count <= left else { throw BodyError("\(file.lastPathComponent) grew while it was sent") }
            left -= chunk.count
            // Before the last chunk: until then the message is not whole.
            guard left > 0 || State(of: handle) == before else {
                throw BodyError("\(file.lastPathComponent) was rewritten while it was sent")
            }
            try await write(chunk)
        }
    }

    /// Opens a regular file, or the one a link leads to. It never waits, as opening a FIFO would.
    private static func open(_ file: URL) throws -> (handle: FileHandle, state: State) {
        let descriptor = Foundation.open(file.path(percentEncoded: false), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw BodyError("\(file.lastPathComponent): \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let state = State(of: handle) else { throw BodyError("\(file.lastPathComponent) is not a file") }
        return (handle, state)
    }

    /// What changes when a file's content does.
    private struct State: Equatable {
        let size: Int
        /// The time of its last change, in seconds and nanoseconds.
        private let seconds: Int
        private let nanoseconds: Int

        /// Nil when it is no regular file.
        init?(of handle: FileHandle) {
            var status = stat()
            guard fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            size = Int(status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }
}

/// Why a body could not be produced.
struct BodyError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
