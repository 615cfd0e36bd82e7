import Foundation
import Testing

/// The code in the README and in the documentation is code that tests run.
@Suite(.serialized) struct DocumentationTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    /// The README and every article, from the root.
    private static let pages: [String] = {
        let sources = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
        let files = sources?.compactMap { $0 as? String } ?? []
        return ["README.md"] + files.filter { $0.hasSuffix(".md") }.sorted().map { "Sources/\($0)" }
    }()

    /// What the tests in the folders named `Examples` say.
    private static let examples: [String] = {
        let tests = FileManager.default.enumerator(atPath: root.appending(path: "Tests").path)
        let files = tests?.compactMap { $0 as? String } ?? []
        return files.filter { $0.contains("/Examples/") && $0.hasSuffix(".swift") }.compactMap {
            (try? String(contentsOf: root.appending(path: "Tests/\($0)"), encoding: .utf8)).map(lines)
        }
    }()

    @Test(arguments: pages) func `every paragraph of a code block stands in one test file`(page: String) throws {
        let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        for block in blocks {
            let paragraphs = Self.lines(block).components(separatedBy: "\n\n")
            let isRun = Self.examples.contains { example in
                paragraphs.allSatisfy { ("\n" + example + "\n").contains("\n" + $0 + "\n") }
            }
            #expect(isRun, "no test has all of this:\n\(block)")
        }
    }

    @Test func `the README, the catalogues and the examples are found`() {
        #expect(Self.pages.count >= 7)
        #expect(Self.examples.count >= 4)
    }

    /// The text without indentation, which differs inside of a suite, and without imports, which stand at a file's head.
    private static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.hasPrefix("import ") }
            .joined(separator: "\n").trimmingCharacters(in: .newlines)
    }
}
