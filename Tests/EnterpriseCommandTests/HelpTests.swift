import Testing

@testable import enterprise_api

@Suite(.serialized) struct HelpTests {
    @Test(arguments: Command.allCases)
    func `a command's help names its options and shows an example`(command: Command) {
        let text = Help.text(of: command)
        for option in command.options {
            #expect(text.contains(option.flag))
        }
        #expect(command.details.examples.allSatisfy { text.contains("\n  $ \($0)\n") })
        #expect(!command.details.examples.isEmpty)
    }

    @Test func `the help of the backend says who may sign in`() {
        #expect(Help.text(of: .serve).contains("who may sign in"))
    }

    @Test func `the overview names every command`() {
        for command in Command.allCases {
            #expect(Help.overview.contains("\n  \(command.usage)"))
        }
    }

    @Test(arguments: [Help.overview] + Command.allCases.map(Help.text))
    func `no line is wider than a page`(text: String) {
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
    }
}
