import Foundation

/// The hidden file beside a download's target that holds what has come so far.
struct PartialFile {
    /// What an earlier download left.
    struct ResumePoint {
        var bytes: Int
        /// What the server's version of the file was known by.
        var validator: String
    }

    private(set) var bytes = 0
    private(set) var resumePoint: ResumePoint?
    private let target: URL
    private let part: URL
    private let resumes: Bool
    private let hashes: Bool
    /// A digest of what is downloaded: the rest of one thing must not be added to the beginning of another.
    private let source: String
    private let handle: FileHandle
    private var hash = SHA256()
    private var canResumeLater = false

    /// Where the validator of a part that may be resumed is kept.
    private var tag: URL { part.appendingPathExtension("tag") }

    /// Opens the part, and looks what is in it.
    init(for target: URL, source: String, resumes: Bool, hashes: Bool) throws(APIError) {
        let name = ".\(target.lastPathComponent)"
        let unique = resumes ? name : "\(name).\(UUID().uuidString)"
        part = target.deletingLastPathComponent().appending(path: "\(unique).part")
        self.target = target
        self.resumes = resumes
        self.hashes = hashes
        self.source = SHA256.digest(of: Data(source.utf8)).hexadecimal
        handle = try Self.open(part, for: target, isShared: resumes)
        guard resumes else { return }
        try readPart()
    }

    private static func open(_ part: URL, for target: URL, isShared: Bool) throws(APIError) -> FileHandle {
        while true {
            let descriptor = Foundation.open(part.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
            guard descriptor >= 0 else { throw .fileFailed(target, errno: errno) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            // A file that is replaced keeps its permissions.
            var old = stat()
            if stat(target.path, &old) == 0 { fchmod(descriptor, old.st_mode & 0o777) }
            guard isShared else { return handle }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw APIError(.fileFailed, reason: "another download to \(target.lastPathComponent) is under way")
            }
            // Between opening and locking, another download may have put that very file in its place.
            var (mine, named) = (stat(), stat())
            if fstat(descriptor, &mine) == 0, stat(part.path, &named) == 0, mine.st_ino == named.st_ino {
                return handle
            }
        }
    }

    /// A part that is open already, for tests of a disk that fails.
    init(writingTo handle: FileHandle, target: URL) {
        self.handle = handle
        self.target = target
        part = target
        (resumes, hashes, source) = (false, false, "")
    }

    private mutating func readPart() throws(APIError) {
        let lines = (try? String(contentsOf: tag, encoding: .utf8))?.split(separator: "\n", maxSplits: 1) ?? []
        guard lines.count == 2, lines[0] == source else { return }
        let validator = String(lines[1])
        do {
            if hashes {
                while let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty { hash.update(chunk) }
            }
            bytes = Int(try handle.seekToEnd())
        } catch { throw .fileFailed(target, error) }
        canResumeLater = true
        if bytes > 0 { resumePoint = ResumePoint(bytes: bytes, validator: validator) }
    }

    /// Begins anew with a version of the file that is known by `validator`.
    mutating func restart(validator: String?) throws(APIError) {
        (bytes, resumePoint, hash) = (0, nil, SHA256())
        canResumeLater = resumes && validator != nil
        do {
            try handle.truncate(atOffset: 0)
            if resumes { try Data("\(source)\n\(validator ?? "")".utf8).write(to: tag, options: .atomic) }
        } catch { throw .fileFailed(target, error) }
    }

    mutating func append(_ chunk: Data) throws(APIError) {
        do { try handle.write(contentsOf: chunk) } catch { throw .fileFailed(target, error) }
        if hashes { hash.update(chunk) }
        bytes += chunk.count
    }

    /// Puts the file in its place.
    mutating func complete(sha256: String?) throws(APIError) {
        if let sha256, !hash.finalize().hexadecimal.equalsIgnoringCase(sha256) {
            // What is here is wrong from some byte on, and no later download could mend it.
            canResumeLater = false
            throw APIError(.wrongDigest, reason: "the SHA-256 of \(target.lastPathComponent) is not the expected one")
        }
        guard rename(part.path, target.path) == 0 else { throw .fileFailed(target, errno: errno) }
        if resumes { try? FileManager.default.removeItem(at: tag) }
    }

    /// Leaves only what a later download can use.
    func abandon() {
        guard !canResumeLater || bytes == 0 else { return }
        try? FileManager.default.removeItem(at: part)
        try? FileManager.default.removeItem(at: tag)
    }
}

extension APIError {
    fileprivate static func fileFailed(_ file: URL, errno: Int32) -> APIError {
        APIError(.fileFailed, reason: "\(file.lastPathComponent): \(String(cString: strerror(errno)))")
    }

    fileprivate static func fileFailed(_ file: URL, _ error: any Error) -> APIError {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        let text =
            cause.domain == NSPOSIXErrorDomain
            ? String(cString: strerror(Int32(cause.code))) : cause.localizedDescription
        return APIError(.fileFailed, reason: "\(file.lastPathComponent): \(text)", underlying: error)
    }
}
