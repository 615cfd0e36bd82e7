import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@Suite(.serialized) struct RequestBodyFileTests {
    private let files: BodyFiles
    private let echo: EchoServer

    init() throws {
        files = try BodyFiles()
        echo = try EchoServer()
    }

    @Test(arguments: [0, 1, 256 << 10, (256 << 10) + 1, 1 << 20, 3_000_001])
    func `a file arrives whole, with its length, and can be sent again`(size: Int) async throws {
        let body = RequestBody.file(try files.write(.pattern(size), as: "a b%2F.bin"))
        #expect(body.isReplayable)
        for _ in 0..<2 {
            let arrival = try await echo.post(body)
            #expect(arrival.body == .pattern(size))
            #expect(arrival.length == size)
            #expect(arrival.contentType == "application/octet-stream")
        }
    }

    @Test func `a link is followed`() async throws {
        let file = try files.write(Data("x".utf8), as: "target")
        let link = files.directory.appending(component: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try await echo.post(.file(link, contentType: nil)).text == "x")
    }

    @Test func `what is missing or no file is refused, and nothing is sent`() async throws {
        let fifo = files.directory.appending(component: "fifo")
        #expect(mkfifo(fifo.path(), 0o600) == 0)
        for (file, reason) in [
            (files.directory.appending(component: "none"), "none: No such file or directory"),
            (files.directory, "\(files.directory.lastPathComponent) is not a file"), (fifo, "fifo is not a file"),
            (URL(filePath: "/dev/null"), "null is not a file"),
        ] {
            let error = await echo.failure(posting: .file(file))
            #expect(error?.code == .invalidRequest)
            #expect(error?.reason == "the body can't be read: \(reason)")
        }
        #expect(echo.server.connectionCount == 0)
    }

    @Test(.enabled("root may read everything") { getuid() != 0 })
    func `a file that can't be read is refused, and nothing is sent`() async throws {
        let file = try files.write(Data("x".utf8), as: "locked")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path())
        let error = await echo.failure(posting: .file(file))
        #expect(error?.code == .invalidRequest)
        #expect(error?.reason == "the body can't be read: locked: Permission denied")
        #expect(echo.server.connectionCount == 0)
    }

    @Test(arguments: [512 << 10, 2_000_000])
    func `a file that is rewritten while it is sent fails the call, though its size is the same`(size: Int) async throws
    {
        let file = try files.write(.pattern(size), as: "log")
        // Long ago, so that the clock of the file system tells the difference.
        try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: file.path())
        let body = RequestBody.file(file).onProgress { progress in
            guard progress.completed > 0, let handle = try? FileHandle(forWritingTo: file) else { return }
            try? handle.write(contentsOf: Data([0xFF]))
            try? handle.close()
        }
        let unchanged = try await echo.post(.file(file))
        #expect(unchanged.body == .pattern(size))
        let error = await echo.failure(posting: .multipart([MultipartPart(name: "f", fileName: "log", body: body)]))
        #expect(error?.code == .bodyFailed)
        #expect(error?.reason == "log was rewritten while it was sent")
        #expect(echo.server.requestCount == 1)
    }

    @Test(arguments: ["/proc/version", "/proc/self/status"])
    func `a file that has bytes and no size fails the call, and does not arrive as an empty one`(path: String) async {
        let error = await echo.failure(posting: .file(URL(filePath: path)))
        #expect(error?.code == .invalidRequest)
        let name = URL(filePath: path).lastPathComponent
        #expect(error?.reason == "the body can't be read: \(name) has bytes, but no size")
        #expect(echo.server.requestCount == 0)
    }

    /// The report after the first chunk changes the file, whose size is that of whole chunks, or not.
    @Test(
        arguments: [512 << 10, (512 << 10) + 1, 2_000_000],
        [(1, "grew"), (700_000, "grew"), (-1, "shrank"), (-150_000, "shrank")]
    )
    func `a file that changes while it is sent fails the call, and no whole request arrives`(
        size: Int,
        change: (bytes: Int, verb: String)
    ) async throws {
        let file = try files.write(.pattern(size), as: "log")
        let reports = Atomic(0)
        let body = RequestBody.file(file).onProgress { _ in
            // The first says that nothing was sent yet.
            if reports.add(1, ordering: .relaxed).newValue == 2 { try? BodyFiles.resize(file, by: change.bytes) }
        }
        let error = await echo.failure(posting: body)
        #expect(error?.code == .bodyFailed)
        #expect(error?.reason == "log \(change.verb) while it was sent")
        #expect(echo.server.requestCount == 0)
    }
}
