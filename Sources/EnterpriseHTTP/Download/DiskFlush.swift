import Dispatch
import Foundation

/// Waits until the disk has something, off the threads that tasks share.
enum DiskFlush {
    /// Gives what went wrong.
    static func flush(_ handle: FileHandle) async -> Int32? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: fsync(handle.fileDescriptor) == 0 ? nil : errno)
            }
        }
    }

    /// The names in a folder.
    static func flush(folder: URL) async -> Int32? {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return errno }
        let failure = await flush(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
        // Some file systems can't, and need not.
        return failure == EINVAL ? nil : failure
    }
}
