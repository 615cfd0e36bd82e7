import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

struct User: Decodable, Sendable {
    let name: String
    let message: String
}

struct GetUser: Request {
    typealias Response = User  // any Decodable; or an optional, Data, String, Void, WireResponse, ResponseStream
    let name: String
    var path: RequestPath { "user/\(name)" }  // whatever is in `name` stays one segment
}

/// The README's code for any other backend, against a server that notes what came.
@Suite(.serialized) struct ReadmeRequestTests {
    @Test func `another backend's calls arrive as the README shows them`() async throws {
        let server = try LoopbackServer { request in
            let body = request.path.hasSuffix("items") ? #"["a"]"# : #"{"name":"n","message":"m"}"#
            return ServerResponse(status: 200, body: Array(body.utf8))
        }
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data("report".utf8).write(to: directory.appending(path: "report.pdf"))
        // swift-format-ignore: AlwaysUseLowerCamelCase
        func BaseURL(_: String) throws -> EnterpriseHTTP.BaseURL { try .init(server.url) }
        // swift-format-ignore: AlwaysUseLowerCamelCase
        func URL(filePath: String) -> Foundation.URL { directory.appending(path: filePath) }

        let client = HTTPClient(baseURL: try BaseURL("https://backoffice.example.com/v2"))
        let user = try await client.send(GetUser(name: "a/b"))
        let message = await client.result(of: GetUser(name: "c")).map(\.message).onFailure { print($0) }
        let items = try await client.get("items", query: ["page": 2]).json([String].self)
        try await client.post("notes", body: .form(["title": "a&b"]))
        try await client.put("report", body: .file(URL(filePath: "report.pdf")))
        let file = URL(filePath: "d.json")
        try await client.download(GetUser(name: "d"), to: file, options: DownloadOptions(resumes: true))

        #expect(user.name == "n")
        #expect(try message.get() == "m")
        #expect(items == ["a"])
        #expect(server.requestCount == 6)
        #expect(try String(contentsOf: file, encoding: .utf8).contains("message"))
    }
}
