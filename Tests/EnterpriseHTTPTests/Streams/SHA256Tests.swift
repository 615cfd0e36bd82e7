import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct SHA256Tests {
    /// The examples that NIST gives for FIPS 180-4, and the empty message.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ])
    func `the digests are those of the standard's examples`(message: String, digest: String) {
        #expect(SHA256.digest(of: Data(message.utf8)).hexadecimal == digest)
    }

    @Test func `the digest of a million letters is that of the standard's example`() {
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(SHA256.digest(of: Data(repeating: UInt8(ascii: "a"), count: 1_000_000)).hexadecimal == digest)
    }

    @Test func `the digests are those of sha256sum, however the bytes are cut`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sha256-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var generator = SeededGenerator(seed: 256)
        var digests: [String] = []
        // Every length around one and two blocks, and some that are longer.
        let lengths = Array(0...130) + (0..<20).map { _ in Int.random(in: 131...40_000, using: &generator) }
        for length in lengths {
            let data = Data((0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
            try data.write(to: folder.appending(path: "\(1000 + digests.count)"))
            var hasher = SHA256()
            var rest = data[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(200, rest.count), using: &generator)
                if count.isMultiple(of: 2) {
                    hasher.update(rest.prefix(count))
                } else {
                    hasher.update(Array(rest.prefix(count)))
                }
                rest = rest.dropFirst(count)
            }
            digests.append(hasher.finalize().hexadecimal)
        }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "cd '\(folder.path)' && sha256sum *"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.split(separator: "\n").map { String($0.prefix(64)) } == digests)
    }

    @Test func `a digest may be asked for on the way`() {
        var hasher = SHA256()
        hasher.update(Data("ab".utf8))
        #expect(hasher.finalize() == SHA256.digest(of: Data("ab".utf8)))
        hasher.update(Data("c".utf8))
        #expect(hasher.finalize() == SHA256.digest(of: Data("abc".utf8)))
    }
}
