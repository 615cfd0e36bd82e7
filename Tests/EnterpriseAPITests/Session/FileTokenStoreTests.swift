import EnterpriseAPI
import Foundation
import Testing

@Suite(.serialized) struct FileTokenStoreTests {
    private let folder: TemporaryFolder
    private let token = Token(value: "s3cret+/=", userID: "U", username: "jane")

    init() throws { folder = try TemporaryFolder() }

    private var url: URL { folder.url.appending(path: "a/b/token") }

    @Test(arguments: [
        Token(value: "t+/==", userID: "U", username: "jané"), Token(value: "t", userID: Identifier(7), username: nil),
    ])
    func `what is saved is what is loaded`(token: Token) throws {
        let store = FileTokenStore(url)
        #expect(try store.load() == nil)
        try store.save(token)
        #expect(try store.load() == token)
        try store.remove()
        try store.remove()
        #expect(try store.load() == nil)
    }

    @Test func `only the owner may look into the file and the folders that were made for it`() throws {
        let store = FileTokenStore(url)
        try store.save(token)
        #expect(try mode(of: url) == 0o600)
        #expect(try mode(of: url.deletingLastPathComponent()) == 0o700)
    }

    @Test func `saving replaces the file, with no draft left and no change to who has it open`() throws {
        let store = FileTokenStore(url)
        try store.save(token)
        let reader = try FileHandle(forReadingFrom: url)
        try store.save(Token(value: "next", userID: "U"))
        let old = try reader.readToEnd().map { try JSONDecoder().decode(Token.self, from: $0) }
        #expect(old == token)
        #expect(try store.load()?.value == "next")
        let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
        #expect(names == ["token"])
    }

    @Test func `a file that others could read is replaced by one that they can't`() throws {
        let open = try folder.file("token", "{}", mode: 0o666)
        try FileTokenStore(open).save(token)
        #expect(try mode(of: open) == 0o600)
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o644])
    func `a file that others may read or write is refused`(mode: Int) throws {
        let file = try folder.file("token", #"{"token":"s3cret","userID":"U"}"#, mode: mode)
        let error = try #require(throws: (any Error).self) { try FileTokenStore(file).load() }
        #expect("\(error)".contains("others than its owner"))
        #expect(!"\(error)".contains("s3cret"))
    }

    @Test func `a symbolic link is refused, and replaced rather than followed`() throws {
        let target = try folder.file("elsewhere", #"{"token":"s3cret","userID":"U"}"#)
        let link = folder.url.appending(path: "token")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        let error = try #require(throws: (any Error).self) { try FileTokenStore(link).load() }
        #expect("\(error)".contains("symbolic link"))
        try FileTokenStore(link).save(token)
        #expect(try FileTokenStore(link).load() == token)
        #expect(try String(contentsOf: target, encoding: .utf8).contains("s3cret"))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
    func `a file of another user is refused`() throws {
        let file = try folder.file("token", #"{"token":"t","userID":"U"}"#)
        #expect(chown(file.path, 65_534, 65_534) == 0)
        let error = try #require(throws: (any Error).self) { try FileTokenStore(file).load() }
        #expect("\(error)".contains("another user"))
    }

    @Test func `a folder, a pipe and a file of something else are refused`() throws {
        #expect(throws: (any Error).self) { try FileTokenStore(folder.url).load() }
        let pipe = folder.url.appending(path: "pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        #expect(throws: (any Error).self) { try FileTokenStore(pipe).load() }
        let other = try folder.file("other", "not a token")
        #expect(throws: DecodingError.self) { try FileTokenStore(other).load() }
        let large = try folder.file("large", String(repeating: " ", count: 1 << 17))
        #expect(throws: (any Error).self) { try FileTokenStore(large).load() }
    }
}
