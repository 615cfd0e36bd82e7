import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseHTTP

/// The files beside a download's target, and what is no file.
@Suite(.serialized) struct DownloadPartsTests {
    private struct Export: Request {
        typealias Response = Void
        var acceptableStatus: StatusCodes { StatusCodes.success.union([404]) }
        var path: RequestPath { "export" }
    }

    private let folder: URL
    private let files: BodyFiles

    init() throws {
        files = try BodyFiles()
        folder = files.directory
    }

    private func left() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    private func error(
        of answer: ServerResponse,
        to file: URL,
        options: DownloadOptions = DownloadOptions()
    ) async throws -> APIError? {
        let server = try LoopbackServer { _ in answer }
        let client = try server.client()
        return await failure { () async throws(APIError) in
            try await client.download(Export(), to: file, options: options)
        }
    }

    private let three = ServerResponse(status: 200, headers: ["ETag": "\"1\""], body: [1, 2, 3])
    private let broken = ServerResponse.truncated(headers: ["ETag": "\"1\""], body: [1, 2], promising: 9)

    @Test func `what killed downloads have left goes with the next one`() async throws {
        for name in [".x.part0", ".x.part1", ".x.part31", ".x.part", ".x.part.tag", ".x.part2.part", ".xx.part0"] {
            _ = try files.write(Data("stale and longer than the file".utf8), as: name)
        }
        #expect(try await error(of: three, to: folder.appending(path: "x")) == nil)
        #expect(try left() == [".x.part2.part", ".xx.part0", "x"])
        #expect(try Data(contentsOf: folder.appending(path: "x")) == Data([1, 2, 3]))
    }

    @Test func `a download that fails leaves what an earlier one can be resumed from`() async throws {
        let file = folder.appending(path: "x")
        _ = try await error(of: broken, to: file, options: DownloadOptions(resumes: true))
        _ = try await error(of: broken, to: file)
        #expect(try left() == [".x.part", ".x.part.tag"])
    }

    @Test func `parts that other downloads write to are left alone`() async throws {
        let file = folder.appending(path: "x")
        let others = try [false, false, true].map {
            try PartialFile(for: file, source: "", resumes: $0, hashes: false)
        }
        #expect(try await error(of: three, to: file) == nil)
        #expect(try left() == [".x.part", ".x.part0", ".x.part1", "x"])
        for other in others { other.abandon() }
        #expect(try left() == ["x"])
    }

    @Test(arguments: ["x", "ü"], [true, false])
    func `the longest name that a file can have is fine`(letter: String, resumes: Bool) async throws {
        let name = String(repeating: letter, count: 254 / letter.utf8.count) + "y"
        let file = folder.appending(path: name)
        let options = DownloadOptions(resumes: resumes)
        #expect(try await error(of: broken, to: file, options: options)?.code == .connectionLost)
        #expect(try left().count == (resumes ? 2 : 0))
        #expect(try await error(of: three, to: file, options: options) == nil)
        #expect(try left() == [name])
    }

    @Test func `long names that begin alike have parts of their own`() {
        let names = ["a", "b"].map { PartNames(of: URL(filePath: "/\(String(repeating: "x", count: 250))\($0)")) }
        #expect(names[0].resumable != names[1].resumable)
        #expect(names.allSatisfy { $0.tag.lastPathComponent.utf8.count <= 255 })
        #expect(names.allSatisfy { $0.passing.allSatisfy { $0.lastPathComponent.utf8.count <= 255 } })
    }

    @Test func `a name that is too long, or a folder's, is refused before anything is sent`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 200) }
        let client = try server.client()
        for name in [String(repeating: "x", count: 256), "folder"] {
            let file = folder.appending(path: name)
            if name == "folder" { try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true) }
            let error = await failure { () async throws(APIError) in try await client.download(Export(), to: file) }
            #expect(error?.code == .fileFailed)
            #expect(error?.reason?.hasSuffix(name == "folder" ? ": Is a directory" : ": File name too long") == true)
        }
        #expect(server.connectionCount == 0)
        #expect(try left() == ["folder"])
    }

    @Test(arguments: [true, false])
    func `the disk is waited for before the file takes its place, unless told otherwise`(waits: Bool) async throws {
        let pipe = Pipe()
        var partial = PartialFile(writingTo: pipe.fileHandleForWriting, target: folder.appending(path: "x"))
        let error = await #expect(throws: APIError.self) {
            try await partial.complete(sha256: nil, synchronizesToDisk: waits)
        }
        // A pipe can't be synchronized; when nobody asks for it, what is missed is the part.
        #expect(error?.reason == (waits ? "x: Invalid argument" : "x: No such file or directory"))
    }

    @Test func `an error's body is no file, though its status is acceptable`() async throws {
        let answer = ServerResponse(status: 404, body: Array(#"{"reason":"Gone."}"#.utf8))
        let error = try await error(of: answer, to: folder.appending(path: "x"))
        #expect(error?.code == .notFound)
        #expect(error?.reason == "Gone.")
        #expect(try left().isEmpty)
    }

    @Test(arguments: ["gzip", "br, gzip"])
    func `a content coding that was not asked for is no file`(coding: String) async throws {
        let answer = ServerResponse(status: 200, headers: ["Content-Encoding": coding], body: [0x1F, 0x8B])
        #expect(try await error(of: answer, to: folder.appending(path: "x"))?.code == .invalidResponse)
        #expect(try left().isEmpty)
    }

    @Test(.timeLimit(.minutes(1)))
    func `of downloads to one target at once one resumes, and the file is whole`() async throws {
        let content = Data.pattern(300_000)
        let gate = try LoopbackGate()
        let server = try LoopbackServer { _ in
            ServerResponse(status: 200, headers: ["ETag": "\"1\""], body: Array(content))
                .held(after: 100_000, until: gate)
        }
        let client = try server.client()
        let file = folder.appending(path: "x")
        let outcomes = await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await failure { () async throws(APIError) in
                        try await client.download(Export(), to: file, options: DownloadOptions(resumes: true))
                    }
                }
            }
            var outcomes: [APIError.Code?] = []
            for await error in group {
                outcomes.append(error?.code)
                // The one that has the part can't end before the others have been refused.
                if outcomes.count == 3 { gate.open() }
            }
            return outcomes
        }
        #expect(outcomes == [.fileFailed, .fileFailed, .fileFailed, nil])
        #expect(try Data(contentsOf: file) == content)
        #expect(try left() == ["x"])
        #expect(server.requestCount == 1)
    }
}
