import EnterpriseHTTP
import Foundation
import Testing

@testable import EnterpriseAPI

@Suite(.serialized) struct ConfigurationEnvironmentTests {
    /// A directory that lives as long as the test, with a working directory "work" and an executable in "bin".
    private final class Scratch {
        let root = FileManager.default.temporaryDirectory.appending(path: "configuration-\(UUID())")

        init() throws {
            for name in ["work/sub", "bin"] {
                let directory = root.appending(path: name)
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            }
        }

        deinit {
            try? FileManager.default.removeItem(at: root)
        }
    }

    private let scratch: Scratch
    private var root: URL { scratch.root }

    init() throws {
        scratch = try Scratch()
    }

    /// Writes a configuration whose server is `http://<host>`.
    private func write(_ path: String, host: String) throws {
        let json =
            #"{"server":"http://\#(host)","debug":false,"#
            + #""ui":{"button":{"cornerRadius":5,"borderWidth":1}},"rules":{"maxPOExpense":1}}"#
        try Data(json.utf8).write(to: root.appending(path: path))
    }

    private func load(_ path: String? = nil, _ variables: [String: String] = [:]) throws -> Configuration {
        let environment = Configuration.Environment(
            variables: variables,
            workingDirectory: root.appending(path: "work", directoryHint: .isDirectory),
            executable: root.appending(path: "bin/service")
        )
        return try Configuration.load(path: path, environment: environment)
    }

    @Test func `the file is looked for in the documented order`() throws {
        try write("bin/configuration.json", host: "beside")
        #expect(try load().server.origin == "http://beside")
        try write("work/configuration.json", host: "working")
        #expect(try load().server.origin == "http://working")
        try write("work/sub/other.json", host: "variable")
        #expect(try load(nil, ["ENTERPRISE_API_CONFIG": "sub/other.json"]).server.origin == "http://variable")
        #expect(try load(nil, ["ENTERPRISE_API_CONFIG": ""]).server.origin == "http://working")
        try write("explicit.json", host: "explicit")
        let path = root.appending(path: "explicit.json").path
        #expect(try load(path, ["ENTERPRISE_API_CONFIG": "sub/other.json"]).server.origin == "http://explicit")
        #expect(try load("../explicit.json").server.origin == "http://explicit")
    }

    @Test func `when there is no file the error lists where it looked`() throws {
        let error = try #require(throws: ConfigurationError.self) { try load() }
        #expect(error.code == .fileNotFound)
        #expect(
            error.description.contains("\(root.path)/work/configuration.json or \(root.path)/bin/configuration.json")
        )
        #expect(error.description.contains("ENTERPRISE_API_CONFIG"))
    }

    @Test(arguments: ["work", "link"])
    func `a directory that is both is listed once`(name: String) throws {
        let link = root.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: root.appending(path: "work"))
        let environment = Configuration.Environment(
            variables: [:],
            workingDirectory: root.appending(path: "work", directoryHint: .isDirectory),
            executable: root.appending(path: "\(name)/service")
        )
        let error = try #require(throws: ConfigurationError.self) {
            try Configuration.load(path: nil, environment: environment)
        }
        let place = "expected a file at \(root.path)/work/configuration.json, or its path in ENTERPRISE_API_CONFIG"
        #expect(error.description.hasSuffix(place))
    }

    @Test func `a file that was asked for is never replaced by another`() throws {
        try write("work/configuration.json", host: "working")
        for attempt in [{ try self.load("gone.json") }, { try self.load(nil, ["ENTERPRISE_API_CONFIG": "gone.json"]) }]
        {
            let error = try #require(throws: ConfigurationError.self) { try attempt() }
            #expect(error.code == .fileNotFound)
            #expect(error.file == "\(root.path)/work/gone.json")
        }
    }

    @Test func `a faulty file is not passed over for the next`() throws {
        try write("bin/configuration.json", host: "beside")
        try Data("{".utf8).write(to: root.appending(path: "work/configuration.json"))
        #expect(try #require(throws: ConfigurationError.self) { try load() }.code == .notJSON)
    }

    @Test(arguments: [
        ("true", true), ("1", true), ("YES", true), ("On", true), ("false", false), ("0", false), ("no", false),
        ("OFF", false), ("", false),
    ])
    func `the environment overrides server and debug`(text: String, debug: Bool) throws {
        try write("work/configuration.json", host: "working")
        let variables = ["ENTERPRISE_API_SERVER": "http://[::1]:8080/x/", "ENTERPRISE_API_DEBUG": text]
        let configuration = try load(nil, variables)
        #expect(configuration.server.description == "http://[::1]:8080/x")
        #expect(configuration.debug == debug)
    }

    @Test(arguments: [
        ("ENTERPRISE_API_DEBUG", "s3cret"), ("ENTERPRISE_API_SERVER", "http://jane:s3cret@host"),
        ("ENTERPRISE_API_SERVER", "s3cret"),
    ])
    func `a bad variable is named, and its value is not repeated`(variable: String, value: String) throws {
        try write("work/configuration.json", host: "working")
        let error = try #require(throws: ConfigurationError.self) { try load(nil, [variable: value]) }
        #expect(error.code == .invalidValue)
        #expect(error.variable == variable)
        #expect(error.description.hasPrefix("environment variable \(variable): has an invalid value: expected"))
        #expect(!String(reflecting: error).contains("s3cret"))
    }

    @Test func `a file alone is read without the environment`() throws {
        try write("explicit.json", host: "explicit")
        #expect(try Configuration.load(from: root.appending(path: "explicit.json")).server.origin == "http://explicit")
    }

    @Test func `the process's own environment is used by default`() {
        let current = Configuration.Environment.current
        #expect(current.workingDirectory.path == FileManager.default.currentDirectoryPath)
        #expect(current.variables["PATH"] == ProcessInfo.processInfo.environment["PATH"])
        #expect(current.executable.map { FileManager.default.isExecutableFile(atPath: $0.path) } == true)
    }
}
