import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@testable import EnterpriseAPI

@Suite(.serialized, .timeLimit(.minutes(2))) struct CredentialProviderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a fixed provider gives what it was given, and prints nothing of it`() async throws {
        let provider: some CredentialProvider = .fixed(Credentials(username: "jane", password: "s3cret"))
        #expect(try await provider.credentials().password == "s3cret")
        var text = "\(provider) \(String(reflecting: provider))"
        dump(provider, to: &text)
        #expect(!text.contains("s3cret"))
    }

    @Test(arguments: [
        (["ENTERPRISE_API_USER": "jane"], "ENTERPRISE_API_PASSWORD"),
        (["ENTERPRISE_API_PASSWORD": "s3cret"], "ENTERPRISE_API_USER"),
        (["ENTERPRISE_API_USER": "jane", "ENTERPRISE_API_PASSWORD": ""], "ENTERPRISE_API_PASSWORD"),
    ])
    func `a variable that is missing is named`(variables: [String: String], missing: String) throws {
        let environment = Configuration.Environment(variables: variables, workingDirectory: folder.url)
        let error = try #require(throws: CredentialsError.self) { try environment.credentials() }
        #expect(error.code == .missing)
        #expect(error.description == "environment variable \(missing) is not set")
    }

    @Test func `the environment has both`() throws {
        let variables = ["ENTERPRISE_API_USER": "jane", "ENTERPRISE_API_PASSWORD": " s3:cret "]
        let environment = Configuration.Environment(variables: variables, workingDirectory: folder.url)
        #expect(try environment.credentials() == Credentials(username: "jane", password: " s3:cret "))
    }

    @Test(arguments: [
        #"{"username":"jane","password":"s3:crét ","note":1}"#, "jane\ns3:crét ", "jane\ns3:crét \n",
        "jane\r\ns3:crét \r\n",
    ])
    func `a file is JSON or two lines`(content: String) throws {
        let file = try folder.file("credentials", content)
        #expect(try FileCredentials(file).credentials() == Credentials(username: "jane", password: "s3:crét "))
    }

    @Test(arguments: ["", "jane", "jane\n", "\nx", "jane\ns3cret\nx", #"{"username":"jane"}"#, "{\n}"])
    func `a file of anything else is refused, and not quoted`(content: String) throws {
        let file = try folder.file("credentials", content)
        let error = try #require(throws: CredentialsError.self) { try FileCredentials(file).credentials() }
        #expect(error.code == .invalidFormat)
        #expect(error.description == "credentials is neither JSON nor two lines")
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o610, 0o601])
    func `a file that others have a hand in is refused`(mode: Int) throws {
        let file = try folder.file("credentials", "jane\ns3cret", mode: mode)
        let error = try #require(throws: CredentialsError.self) { try FileCredentials(file).credentials() }
        #expect(error.code == .unsafePermissions)
    }

    @Test func `a mounted secret, which is a link, is read, and a missing file is said to be missing`() throws {
        let file = try folder.file("credentials", "jane\ns3cret", mode: 0o400)
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        #expect(try FileCredentials(link).credentials().username == "jane")
        let none = folder.url.appending(path: "none")
        let error = try #require(throws: CredentialsError.self) { try FileCredentials(none).credentials() }
        #expect(error.code == .missing)
    }

    @Test func `a call signs in with what is in the file at that moment`() async throws {
        let backend = try ReferenceBackend.start()
        let file = try folder.file("credentials", "jane\nwrong")
        let api = try backend.renewing(credentials: .file(file))
        let error = await failure { () async throws(APIError) in try await api.announcements() }
        #expect(error?.code == .unauthorized)
        let good = backend.credentials
        _ = try folder.file("credentials", "\(good.username)\n\(good.password)")
        _ = try await api.announcements()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        backend.backend.expireTokens()
        let exposed = await failure { () async throws(APIError) in try await api.announcements() }
        #expect(exposed?.code == .noCredentials)
        #expect((exposed?.underlying as? CredentialsError)?.code == .unsafePermissions)
    }
}
