import Foundation
import Testing

/// The code in the documentation is code that the tests beside this one run.
@Suite(.serialized) struct DocumentationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    @Test(arguments: ["RegisterAUser", "SignInWithAForm", "PutAStubInAClientsPlace"])
    func `every code block of a page stands in a test`(page: String) throws {
        let catalogue = Self.root.appending(path: "Sources/EnterpriseHTTP/EnterpriseHTTP.docc")
        let text = try String(contentsOf: catalogue.appending(path: "\(page).md"), encoding: .utf8)
        let tests = try FileManager.default.contentsOfDirectory(
            at: URL(filePath: #filePath).deletingLastPathComponent(),
            includingPropertiesForKeys: nil
        )
        let code = try tests.map { try Self.lines(String(contentsOf: $0, encoding: .utf8)) }
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(!blocks.isEmpty)
        for block in blocks {
            #expect(code.contains { $0.contains(Self.lines(block)) }, "not in any test:\n\(block)")
        }
    }

    /// The text without indentation, which differs inside of a suite.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
}
