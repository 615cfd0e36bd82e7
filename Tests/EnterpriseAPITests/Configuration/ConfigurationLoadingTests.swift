import EnterpriseHTTP
import Foundation
import Testing

@testable import EnterpriseAPI

@Suite(.serialized) struct ConfigurationLoadingTests {
    private static let sound = """
        {"server":"https://api.example.com/base/","debug":true,"extra":[{}],
         "ui":{"button":{"cornerRadius":0.7,"borderWidth":0,"extra":null}},"rules":{"maxPOExpense":72000.1}}
        """

    private func load(_ text: String) throws(ConfigurationError) -> Configuration {
        try Configuration.load(from: Data(text.utf8), file: "test.json")
    }

    @Test func `the sample of the repository is read`() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../configuration.json").standardizedFileURL
        let expected = Configuration(
            server: try BaseURL("http://localhost:8080"),
            debug: false,
            ui: .init(button: .init(cornerRadius: 5, borderWidth: 1)),
            rules: .init(maxPOExpense: 10_000)
        )
        #expect(try Configuration.load(from: root) == expected)
    }

    @Test(arguments: ["", "\u{FEFF}"])
    func `every key is read exactly, and unknown ones are ignored`(prefix: String) throws {
        let configuration = try load(prefix + Self.sound)
        #expect(configuration.server.description == "https://api.example.com/base")
        #expect(configuration.debug)
        #expect(configuration.ui.button == .init(cornerRadius: 0.7, borderWidth: 0))
        #expect(configuration.rules.maxPOExpense == Decimal(string: "72000.1"))
    }

    @Test(arguments: [
        (#""server":"https://api.example.com/base/","#, "", "server", "a string"),
        (#""debug":true,"#, "", "debug", "true or false"),
        (#""cornerRadius":0.7,"#, "", "ui.button.cornerRadius", "a number"),
        (#""borderWidth":0,"#, "", "ui.button.borderWidth", "a number"),
        (#""maxPOExpense":72000.1"#, "", "rules.maxPOExpense", "a number"),
        (#""ui""#, #""u""#, "ui.button.cornerRadius", "a number"),
        (#""rules""#, #""r""#, "rules.maxPOExpense", "a number"),
    ])
    func `a missing key is named`(good: String, bad: String, keyPath: String, expected: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(Self.sound.replacing(good, with: bad)) }
        #expect(error.code == .keyMissing)
        #expect(error.keyPath == keyPath)
        #expect(error.description == "test.json: \(keyPath): is missing: expected \(expected)")
    }

    @Test(arguments: [
        (#""https://api.example.com/base/""#, "5", "server", "a string, found a number"),
        (#""https://api.example.com/base/""#, "null", "server", "a string, found null"),
        (#""debug":true"#, #""debug":"true""#, "debug", "true or false, found a string"),
        (#""debug":true"#, #""debug":1"#, "debug", "true or false, found a number"),
        ("0.7", "true", "ui.button.cornerRadius", "a number, found true or false"),
        (#""borderWidth":0"#, #""borderWidth":[1]"#, "ui.button.borderWidth", "a number, found an array"),
        ("72000.1", #"{"a":1}"#, "rules.maxPOExpense", "a number, found an object"),
        (#"{"maxPOExpense":72000.1}"#, "[]", "rules", "an object, found an array"),
        (#"{"button":"#, #"{"button":null,"b":"#, "ui.button", "an object, found null"),
    ])
    func `a value of another type is named`(good: String, bad: String, keyPath: String, expected: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(Self.sound.replacing(good, with: bad)) }
        #expect(error.code == .wrongType)
        #expect(error.description == "test.json: \(keyPath): has the wrong type: expected \(expected)")
    }

    @Test(arguments: [
        ("https://api.example.com/base/", "localhost:8080", "server"), ("https://api.example.com/base/", "", "server"),
        ("https://api.example.com/base/", "https://jane:s3cret@api.example.com", "server"),
        ("https://api.example.com/base/", "https://api.example.com/?key=s3cret", "server"),
        ("0.7", "-0.7", "ui.button.cornerRadius"), ("0.7", "1e400", "ui.button.cornerRadius"),
        ("72000.1", "-1", "rules.maxPOExpense"), ("72000.1", "1e400", "rules.maxPOExpense"),
    ])
    func `a value that is not allowed is named, never repeated`(good: String, bad: String, keyPath: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(Self.sound.replacing(good, with: bad)) }
        #expect(error.code == .invalidValue)
        #expect(error.keyPath == keyPath)
        #expect(error.description.hasPrefix("test.json: \(keyPath): has an invalid value: expected a"))
        #expect(!String(reflecting: error).contains("s3cret"))
    }

    @Test(arguments: [
        ("", 1, 1), ("{\n  \"server\": \"x\",\n}", 3, 1), ("{\"debug\": tru }", 1, 14), ("{} x", 1, 4),
        ("{'a':1}", 1, 2),
    ])
    func `broken JSON is placed by line and column`(text: String, line: Int, column: Int) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(text) }
        #expect(error.code == .notJSON)
        #expect(error.line == line)
        #expect(error.column == column)
        #expect(error.description.hasPrefix("test.json:\(line):\(column): is not JSON: expected"))
    }

    @Test(arguments: [
        (#""debug":true"#, #""debug":true, "debug":true"#, 1, 57),
        (#""borderWidth":0"#, #""borderWidth":0, "corner\u0052adius":1"#, 2, 54),
    ])
    func `a key that comes twice is refused, and placed`(good: String, bad: String, line: Int, column: Int) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(Self.sound.replacing(good, with: bad)) }
        #expect(error.code == .duplicateKey)
        #expect(error.description == "test.json:\(line):\(column): is ambiguous: a key comes twice in an object")
    }

    @Test func `a pipe is read to its end`() throws {
        let pipe = Pipe()
        let text = String(repeating: " ", count: 60_000) + Self.sound  // as much as a pipe holds
        try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try pipe.fileHandleForWriting.close()
        let url = URL(filePath: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
        #expect(try Configuration.load(from: url).debug)
    }

    @Test func `what does not end is refused`() throws {
        let url = URL(filePath: "/dev/zero")
        let error = try #require(throws: ConfigurationError.self) { try Configuration.load(from: url) }
        #expect(error.code == .unreadable)
        #expect(error.description == "/dev/zero: cannot be read: expected at most 1048576 bytes")
    }

    @Test func `what is empty is no JSON`() throws {
        let url = URL(filePath: "/dev/null")
        let error = try #require(throws: ConfigurationError.self) { try Configuration.load(from: url) }
        #expect(error.description == "/dev/null:1:1: is not JSON: expected a value, found the end")
    }

    @Test(arguments: ["[]", "5", "null", #""{}""#])
    func `a text that is no object is refused`(text: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(text) }
        #expect(error.code == .wrongType)
        #expect(error.description.hasPrefix("test.json: has the wrong type: expected an object, found "))
    }

    @Test(arguments: [
        ("file:///nowhere/c.json", ConfigurationError.Code.fileNotFound), ("file:///tmp", .isDirectory),
        ("https://example.com/c.json", .unreadable),
    ])
    func `what is no readable file is refused`(url: String, code: ConfigurationError.Code) throws {
        let url = try #require(URL(string: url))
        #expect(try #require(throws: ConfigurationError.self) { try Configuration.load(from: url) }.code == code)
    }

    #if os(Linux)
    @Test func `a file that cannot be read is refused`() throws {
        let url = URL(filePath: "/proc/self/mem")
        let error = try #require(throws: ConfigurationError.self) { try Configuration.load(from: url) }
        #expect(error.code == .unreadable)
        #expect(error.file == "/proc/self/mem")
    }
    #endif
}
