import Foundation
import Testing

/// A program that a test checks this one's output with. In CI each has to be there, and a test that lacks it fails.
struct Tool: Sendable {
    let path: String
    let name: String

    static let fish = Tool("fish", ["/usr/bin/fish"])
    static let zsh = Tool("zsh", ["/usr/bin/zsh", "/bin/zsh"])
    static let graphviz = Tool("graphviz", ["/usr/bin/dot"])
    static let chromium = Tool("chromium", ["/usr/bin/chromium"])
    static let python = Tool("python3", ["/usr/bin/python3"])
    /// A Python that has PyPI's icalendar.
    static let icalendar = Tool(
        "PyPI's icalendar",
        [FileManager.default.currentDirectoryPath + "/.build/icalendar/bin/python", "/tmp/icalvenv/bin/python"]
    )

    private init(_ name: String, _ places: [String]) {
        self.name = name
        path = places.first { FileManager.default.isExecutableFile(atPath: $0) } ?? places[0]
    }

    var isUsable: Bool {
        FileManager.default.isExecutableFile(atPath: path)
            || ProcessInfo.processInfo.environment["ENTERPRISE_CI"] == "1"
    }

    var reason: Comment { "\(name) is not installed" }
}
