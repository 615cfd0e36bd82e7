import Foundation

/// A file that holds a secret.
struct PrivateFile {
    /// What is asked of the file before it is read.
    enum Trust {
        /// Nobody but its owner may read or write it.
        case ownerOnly
        /// That, and its owner is this process's user, and it is no symbolic link.
        case ownedHere
    }

    private static let maximumSize = 64 << 10

    let url: URL

    init(_ url: URL) { self.url = url }

    /// What is in the file; nil when it does not exist.
    ///
    /// It is opened before it is looked at, so that what was checked is what is read.
    func read(_ trust: Trust) throws(PrivateFileError) -> Data? {
        // A pipe of this name must not make the call wait for a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (trust == .ownedHere ? O_NOFOLLOW : 0)
        let descriptor = open(url.path, flags)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? failure("is a symbolic link", isExposed: true) : failure(errno: errno)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { throw failure(errno: errno) }
        guard info.st_mode & S_IFMT == S_IFREG else { throw failure("is no file") }
        guard info.st_mode & 0o077 == 0 else {
            throw failure("may be read or written by others than its owner: chmod 600 it", isExposed: true)
        }
        guard trust == .ownerOnly || info.st_uid == geteuid() else {
            throw failure("belongs to another user", isExposed: true)
        }
        let data: Data
        do { data = try handle.read(upToCount: Self.maximumSize + 1) ?? Data() } catch {
            throw failure("can't be read")
        }
        guard data.count <= Self.maximumSize else { throw failure("is over \(Self.maximumSize) bytes") }
        return data
    }

    /// Replaces the file in one step: who reads it meanwhile gets the old content or the new, never a part.
    func write(_ data: Data) throws(PrivateFileError) {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch { throw failure("has no folder, and none can be made") }
        let draft = folder.appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)")
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(errno: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.synchronize()
        } catch {
            unlink(draft.path)
            throw failure("can't be written")
        }
        guard rename(draft.path, url.path) == 0 else {
            let cause = errno
            unlink(draft.path)
            throw failure(errno: cause)
        }
    }

    /// Removes the file, if it is there.
    func remove() throws(PrivateFileError) {
        guard unlink(url.path) == 0 || errno == ENOENT else { throw failure(errno: errno) }
    }

    private func failure(_ reason: String, isExposed: Bool = false) -> PrivateFileError {
        PrivateFileError(description: "\(url.lastPathComponent) \(reason)", isExposed: isExposed)
    }

    private func failure(errno: Int32) -> PrivateFileError {
        failure("can't be used: \(String(cString: strerror(errno)))")
    }
}

/// Why a file that holds a secret is not used.
struct PrivateFileError: Error, CustomStringConvertible {
    var description: String
    /// Whether somebody else may have a hand in the file.
    var isExposed: Bool
}
