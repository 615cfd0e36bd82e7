import EnterpriseTesting
import Foundation
import Synchronization
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized, .timeLimit(.minutes(2))) struct DownloadTests {
    private struct Export: Request {
        typealias Response = Void
        var path: RequestPath { "export" }
    }

    /// A server of one file, which may know ranges, break off, and change the file.
    private final class FileServer: Sendable {
        struct State {
            var content: [UInt8]
            var tag: String? = "\"1\""
            var knowsRanges = true
            var breaksAfter: Int?
            var ranges: [String?] = []
        }

        private final class Box: Sendable {
            let state: Mutex<State>
            init(_ content: Data) { state = Mutex(State(content: Array(content))) }
        }

        let server: LoopbackServer
        private let box: Box

        init(_ content: Data) throws {
            let box = Box(content)
            self.box = box
            server = try LoopbackServer { request in box.state.withLock { Self.answer(request, &$0) } }
        }

        func change<T: Sendable>(_ body: (inout State) -> T) -> T { box.state.withLock { body(&$0) } }

        private static func answer(_ request: ServerRequest, _ state: inout State) -> ServerResponse {
            state.ranges.append(request.headers["Range"])
            var status = 200
            var content = state.content
            var headers: [(name: String, value: String)] = state.tag.map { [("ETag", $0)] } ?? []
            let isSame = request.headers["If-Range"] == state.tag && state.tag != nil
            if state.knowsRanges, isSame, let range = request.headers["Range"],
                let start = Int(range.dropFirst("bytes=".count).dropLast())
            {
                guard start < content.count else { return ServerResponse(status: 416) }
                headers.append(("Content-Range", "bytes \(start)-\(content.count - 1)/\(content.count)"))
                (status, content) = (206, Array(content[start...]))
            }
            guard let breaksAfter = state.breaksAfter else {
                return ServerResponse(status: status, headers: ServerHeaders(headers), body: content)
            }
            return .truncated(
                status: status,
                headers: ServerHeaders(headers),
                body: Array(content.prefix(breaksAfter)),
                promising: content.count
            )
        }
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "download-\(UUID().uuidString)")
    private var file: URL { folder.appending(path: "export.bin") }
    private let content = Data.pattern(400_000)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func left() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    private func download(
        from server: FileServer,
        options: DownloadOptions = DownloadOptions()
    ) async throws -> APIResult<DownloadedFile> {
        let client = try server.server.client()
        do throws(APIError) { return .success(try await client.download(Export(), to: file, options: options)) } catch {
            return .failure(error)
        }
    }

    private func digest(of data: Data) -> String {
        var hash = SHA256()
        hash.update(data)
        return hash.finalize().hexadecimal
    }

    @Test func `a file is there whole, with progress up to its size, and nothing beside it`() async throws {
        let server = try FileServer(content)
        let progress = Mutex<[TransferProgress]>([])
        let done = try await server.server.client().download(
            Export(),
            to: file,
            options: DownloadOptions(sha256: digest(of: content).uppercased())
        ) { update in progress.withLock { $0.append(update) } }
        #expect(done == DownloadedFile(file: file, bytes: content.count, resumedBytes: 0))
        #expect(try Data(contentsOf: file) == content)
        #expect(try left() == ["export.bin"])
        let seen = progress.withLock { $0 }
        #expect(seen.map(\.completed) == seen.map(\.completed).sorted())
        #expect(seen.last == TransferProgress(completed: content.count, total: content.count))
        #expect(seen.last?.fraction == 1)
    }

    @Test func `an empty file is a file`() async throws {
        let done = try await download(from: try FileServer(Data())).get()
        #expect(done.bytes == 0)
        #expect(try Data(contentsOf: file).isEmpty)
    }

    @Test(arguments: [true, false])
    func `a download that breaks off leaves the old file, and no half one`(resumes: Bool) async throws {
        try Data("old".utf8).write(to: file)
        let server = try FileServer(content)
        server.change { ($0.breaksAfter, $0.tag) = (1000, resumes ? $0.tag : nil) }
        let result = try await download(from: server, options: DownloadOptions(resumes: true))
        guard case .failure(let error) = result else { throw Unexpected() }
        #expect(error.code == .connectionLost)
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        // Without a validator there is nothing that could be resumed.
        #expect(try left() == (resumes ? [".export.bin.part", ".export.bin.part.tag", "export.bin"] : ["export.bin"]))
    }

    @Test func `a wrong digest leaves nothing behind`() async throws {
        let server = try FileServer(content)
        let options = DownloadOptions(resumes: true, sha256: digest(of: Data()))
        guard case .failure(let error) = try await download(from: server, options: options) else { throw Unexpected() }
        #expect(error.code == .wrongDigest)
        #expect(try left().isEmpty)
    }

    @Test func `the next download goes on where the last one broke off`() async throws {
        let server = try FileServer(content)
        server.change { $0.breaksAfter = 300_000 }
        let options = DownloadOptions(resumes: true, sha256: digest(of: content))
        _ = try await download(from: server, options: options)
        server.change { $0.breaksAfter = nil }
        let done = try await download(from: server, options: options).get()
        #expect(done == DownloadedFile(file: file, bytes: content.count, resumedBytes: 300_000))
        #expect(try Data(contentsOf: file) == content)
        #expect(try left() == ["export.bin"])
        #expect(server.change { $0.ranges } == [nil, "bytes=300000-"])
    }

    @Test(arguments: ["changed", "ignored", "shrunk"])
    func `a file that changed, or a server that ignores ranges, gives the whole file again`(kind: String) async throws {
        let server = try FileServer(content)
        server.change { $0.breaksAfter = 300_000 }
        _ = try await download(from: server, options: DownloadOptions(resumes: true))
        let other =
            kind == "ignored" ? content : Data(content.reversed().prefix(kind == "shrunk" ? 1000 : content.count))
        server.change { state in
            state.breaksAfter = nil
            state.content = Array(other)
            if kind == "changed" { state.tag = "\"2\"" }
            if kind == "ignored" { state.knowsRanges = false }
        }
        let done = try await download(from: server, options: DownloadOptions(resumes: true)).get()
        #expect(done.resumedBytes == 0)
        #expect(try Data(contentsOf: file) == other)
        #expect(try left() == ["export.bin"])
    }

    @Test func `a part of the wrong place is not believed`() async throws {
        let server = try FileServer(content)
        server.change { $0.breaksAfter = 1000 }
        _ = try await download(from: server, options: DownloadOptions(resumes: true))
        let liar = try LoopbackServer { request in
            request.headers["Range"] == nil
                ? ServerResponse(status: 200, body: [1, 2, 3])
                : ServerResponse(status: 206, headers: ["Content-Range": "bytes 5-9/10", "ETag": "\"1\""], body: [9])
        }
        let options = DownloadOptions(resumes: true)
        let done = try await liar.client().download(Export(), to: file, options: options)
        #expect(done.bytes == 3)
        #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
    }

    @Test func `the rest of one thing is not added to the beginning of another`() async throws {
        let server = try FileServer(content)
        server.change { $0.breaksAfter = 1000 }
        _ = try await download(from: server, options: DownloadOptions(resumes: true))
        server.change { $0.breaksAfter = nil }
        let other = AnyRequest<WireResponse>(.get, "other")
        let done = try await server.server.client().download(other, to: file, options: DownloadOptions(resumes: true))
        #expect(done.resumedBytes == 0)
        #expect(server.change { $0.ranges } == [nil, nil])
    }

    @Test func `a rest in another version of the file is not believed`() async throws {
        let server = try FileServer(content)
        server.change { $0.breaksAfter = 400 }
        _ = try await download(from: server, options: DownloadOptions(resumes: true))
        let liar = try LoopbackServer { request in
            guard request.headers["Range"] != nil else { return ServerResponse(status: 200, body: [1, 2, 3]) }
            let headers: ServerHeaders = ["Content-Range": "bytes 400-401/402", "ETag": "\"2\""]
            return ServerResponse(status: 206, headers: headers, body: [9, 9])
        }
        let done = try await liar.client().download(Export(), to: file, options: DownloadOptions(resumes: true))
        #expect(done.bytes == 3)
        #expect(try Data(contentsOf: file) == Data([1, 2, 3]))
    }

    @Test(arguments: ["bytes 0-4/100", "bytes 0-4/*", ""])
    func `a part that was not asked for is no file`(range: String) async throws {
        let server = try LoopbackServer { _ in
            ServerResponse(status: 206, headers: ["Content-Range": range], body: [1, 2, 3, 4, 5])
        }
        let client = try server.client()
        let error = await failure { () async throws(APIError) in try await client.download(Export(), to: file) }
        #expect(error?.code == .unexpectedStatus)
        #expect(try left().isEmpty)
    }

    @Test func `a file that is replaced keeps its permissions`() async throws {
        try Data("old".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        _ = try await download(from: try FileServer(content)).get()
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `an error of the server makes no file`() async throws {
        let server = try LoopbackServer { _ in ServerResponse(status: 404, body: Array(#"{"reason":"Gone."}"#.utf8)) }
        let client = try server.client()
        let error = await failure { () async throws(APIError) in try await client.download(Export(), to: file) }
        #expect(error?.code == .notFound)
        #expect(error?.reason == "Gone.")
        #expect(try left().isEmpty)
    }

    @Test func `a folder that is missing or not writable is an error before anything is sent`() async throws {
        let server = try FileServer(content)
        let client = try server.server.client()
        for path in [folder.path + "/none/x", "/proc/x", "/dev/null/x"] {
            let error = await failure { () async throws(APIError) in
                try await client.download(Export(), to: URL(filePath: path))
            }
            #expect(error?.code == .fileFailed)
            #expect(error?.reason?.hasPrefix("x: ") == true)
        }
        #expect(server.server.requestCount == 0)
    }

    @Test func `a full disk is an error that says so`() async throws {
        var partial = PartialFile(writingTo: try #require(FileHandle(forWritingAtPath: "/dev/full")), target: file)
        let error = #expect(throws: APIError.self) { try partial.append(Data([1])) }
        #expect(error?.code == .fileFailed)
        #expect(error?.reason == "export.bin: No space left on device")
    }

    @Test func `two resuming downloads to one file at once do not mix`() async throws {
        let server = try FileServer(content)
        let first = try PartialFile(for: file, source: "", resumes: true, hashes: false)
        guard case .failure(let error) = try await download(from: server, options: DownloadOptions(resumes: true))
        else {
            throw Unexpected()
        }
        #expect(error.code == .fileFailed)
        first.abandon()
    }

    private struct Unexpected: Error {}
}
