import Foundation

/// A file that one download at a time has, in this process or another. The lock ends with the handle, and with a process
/// that is killed.
enum LockedFile {
    /// Opens and locks a file; nil when another one has it, or when it is not there and `creates` is false.
    static func open(_ file: URL, creates: Bool) throws(Failure) -> FileHandle? {
        while true {
            let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (creates ? O_CREAT : 0)
            let descriptor = Foundation.open(file.path, flags, 0o644)
            guard descriptor >= 0 else {
                if !creates, errno == ENOENT { return nil }
                throw Failure(errno: errno)
            }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                if errno == EWOULDBLOCK { return nil }
                throw Failure(errno: errno)
            }
            // Between opening and locking, another download may have put that very file in its place.
            var (mine, named) = (stat(), stat())
            if fstat(descriptor, &mine) == 0, stat(file.path, &named) == 0, mine.st_ino == named.st_ino,
                mine.st_dev == named.st_dev
            {
                return handle
            }
        }
    }

    /// Removes a file that nobody has; gives whether it did.
    @discardableResult
    static func removeUnused(_ file: URL) -> Bool {
        guard let handle = try? open(file, creates: false) else { return false }
        // Not let go before: until then nobody else can have taken it.
        return withExtendedLifetime(handle) { unlink(file.path) == 0 }
    }

    /// Why a file can't be opened or locked.
    struct Failure: Error {
        let errno: Int32
    }
}
