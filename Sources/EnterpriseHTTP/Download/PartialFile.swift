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
    private let names: PartNames
    private let part: URL
    private let resumes: Bool
    private let hashes: Bool
    /// A digest of what is downloaded: the rest of one thing must not be added to the beginning of another.
    private let source: String
    private let handle: FileHandle
    private var hash = SHA256()
    private var canResumeLater = false
    /// Whether the file is where it belongs; what has the part's name then is another download's.
    private var isInPlace = false

    /// Opens the part, and looks what is in it.
    init(for target: URL, source: String, resumes: Bool, hashes: Bool) throws(APIError) {
        self.target = target
        self.resumes = resumes
        self.hashes = hashes
        self.source = SHA256.digest(of: Data(source.utf8)).hexadecimal
        names = PartNames(of: target)
        var old = stat()
        let isThere = stat(target.path, &old) == 0
        // What would only come out when everything is there.
        if target.lastPathComponent.utf8.count > PartNames.longest { throw .fileFailed(target, errno: ENAMETOOLONG) }
        if isThere, old.st_mode & S_IFMT == S_IFDIR { throw .fileFailed(target, errno: EISDIR) }
        (part, handle) = try Self.open(resumes ? [names.resumable] : names.passing, for: target)
        // A file that is replaced keeps its permissions.
        if isThere { fchmod(handle.fileDescriptor, old.st_mode & 0o777) }
        if resumes { try readPart() }
    }

    /// A part that is open already, for tests of a disk that fails.
    init(writingTo handle: FileHandle, target: URL) {
        self.handle = handle
        self.target = target
        names = PartNames(of: target)
        part = target
        (resumes, hashes, source) = (false, false, "")
    }

    /// The first of these files that no other download has.
    private static func open(_ parts: [URL], for target: URL) throws(APIError) -> (part: URL, handle: FileHandle) {
        do throws(LockedFile.Failure) {
            for part in parts {
                if let handle = try LockedFile.open(part, creates: true) { return (part, handle) }
            }
        } catch { throw .fileFailed(target, errno: error.errno) }
        throw APIError(.fileFailed, reason: "another download to \(target.lastPathComponent) is under way")
    }

    private mutating func readPart() throws(APIError) {
        let lines = (try? String(contentsOf: names.tag, encoding: .utf8))?.split(separator: "\n", maxSplits: 1) ?? []
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
            if resumes { try Data("\(source)\n\(validator ?? "")".utf8).write(to: names.tag, options: .atomic) }
        } catch { throw .fileFailed(target, error) }
    }

    mutating func append(_ chunk: Data) throws(APIError) {
        do { try handle.write(contentsOf: chunk) } catch { throw .fileFailed(target, error) }
        if hashes { hash.update(chunk) }
        bytes += chunk.count
    }

    /// Puts the file in its place, and removes what earlier downloads to it have left.
    mutating func complete(sha256: String?, synchronizesToDisk: Bool) async throws(APIError) {
        if let sha256, !hash.finalize().hexadecimal.equalsIgnoringCase(sha256) {
            // What is here is wrong from some byte on, and no later download could mend it.
            canResumeLater = false
            throw APIError(.wrongDigest, reason: "the SHA-256 of \(target.lastPathComponent) is not the expected one")
        }
        if synchronizesToDisk {
            let failure = await DiskFlush.flush(handle)
            if let failure {
                // What the disk did not take may be lost, however it looks now.
                canResumeLater = false
                throw .fileFailed(target, errno: failure)
            }
        }
        guard rename(part.path, target.path) == 0 else { throw .fileFailed(target, errno: errno) }
        isInPlace = true
        if resumes || LockedFile.removeUnused(names.resumable) { unlink(names.tag.path) }
        for other in names.passing { LockedFile.removeUnused(other) }
        if synchronizesToDisk, let failure = await DiskFlush.flush(folder: target.deletingLastPathComponent()) {
            throw .fileFailed(target, errno: failure)
        }
    }

    /// Leaves only what a later download can use.
    func abandon() {
        guard !isInPlace, !canResumeLater || bytes == 0 else { return }
        unlink(part.path)
        if resumes { unlink(names.tag.path) }
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
