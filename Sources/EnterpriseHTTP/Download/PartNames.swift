import Foundation

/// The names of the hidden files beside a download's target.
struct PartNames {
    /// How many downloads to one target there may be at a time that leave nothing to go on from.
    private static let slots = 32
    /// The longest name a file can have, in bytes.
    static let longest = 255

    private let folder: URL
    private let stem: String

    init(of target: URL) {
        folder = target.deletingLastPathComponent()
        let name = target.lastPathComponent
        let room = Self.longest - "..part.tag".utf8.count
        guard name.utf8.count > room else {
            stem = ".\(name)"
            return
        }
        // As much of the name as there is room for, and what tells it from others that begin like it.
        let digest = SHA256.digest(of: Data(name.utf8)).hexadecimal.prefix(32)
        var begin = Substring(name)
        while begin.utf8.count + 1 + digest.count > room { begin.removeLast() }
        stem = ".\(begin).\(digest)"
    }

    /// The part that a later download goes on from.
    var resumable: URL { folder.appending(path: "\(stem).part") }
    /// What tells which version of what is in it.
    var tag: URL { folder.appending(path: "\(stem).part.tag") }
    /// The parts of downloads that leave nothing: each takes the first one that is free.
    var passing: [URL] { (0..<Self.slots).map { folder.appending(path: "\(stem).part\($0)") } }
}
