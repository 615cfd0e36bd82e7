public import Foundation

/// How a response becomes a file.
public struct DownloadOptions: Sendable, Hashable {
    /// Whether a download that breaks off leaves what it has, and the next one to the same file goes on from there.
    ///
    /// Only with a server that sends a strong `ETag` or a `Last-Modified`: the rest is asked for with `Range` and
    /// `If-Range` (RFC 9110 section 13.1.5), and is the whole file again when it has changed there or when the server
    /// does not know ranges.
    public var resumes = false
    /// The SHA-256 that the whole file must have, in hexadecimal; nil to check none.
    public var sha256: String?
    /// Whether the disk has the file, and the folder its name, before the download ends: so that a machine that loses its
    /// power afterwards still has it, or the one from before, and never an empty one. It waits for the disk (`fsync`);
    /// without it a download of much is faster, and good enough for what can be had again.
    public var synchronizesToDisk = true

    /// No resuming, no digest, on the disk.
    public init(resumes: Bool = false, sha256: String? = nil, synchronizesToDisk: Bool = true) {
        self.resumes = resumes
        self.sha256 = sha256
        self.synchronizesToDisk = synchronizesToDisk
    }
}

/// A file that was downloaded whole.
public struct DownloadedFile: Sendable, Hashable {
    /// Where it is.
    public var file: URL
    /// Its size.
    public var bytes: Int
    /// How many of these were there from an earlier try.
    public var resumedBytes: Int
}
