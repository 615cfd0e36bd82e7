import EnterpriseAPI
import Foundation
import Testing

@testable import enterprise_api

@Suite(.serialized) struct TableTests {
    @Test func `columns line up, numbers to the right, and no line ends in a space`() {
        let table = Table(
            [("a", "1", "x"), ("bcd", "1000", "")],
            columns: [(.init("Name"), \.0), (.init("Price", .right), \.1), (.init("Note"), \.2)]
        )
        #expect(
            table.text == """
                Name  Price  Note
                a         1  x
                bcd    1000

                """
        )
    }

    @Test func `a cell that is very wide does not widen the others`() {
        let long = String(repeating: "x", count: 10_000)
        let users = (0..<1_000).map { UserInfo(id: Identifier(Int64($0)), username: $0 == 500 ? long : "ada") }
        let text = Table(users, columns: [(.init("User"), \.username), (.init("Id"), \.id.rawValue)]).text
        #expect(text.hasPrefix("User  Id\nada   0\n"))
        #expect(text.contains("\(long)  500\n"))
        #expect(text.utf8.count < 30_000)
    }

    @Test func `an empty table is its headings`() {
        #expect(Table([Announcement](), AnnouncementView.columns).text == "Id  Message\n")
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한국어", 6), ("ｆｕｌｌ", 8), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2),
        ("❤️", 2), ("👍🏽", 2),
        ("1️⃣", 2), ("©", 1), ("\u{200B}", 0), ("क्षि", 1), ("…", 1), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
    ])
    func `a text's width on a terminal`(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }

    @Test func `wide characters and emoji keep the columns in line`() {
        let announcements = [
            Announcement(id: "日本", message: "x"), Announcement(id: "👍🏽", message: "y"),
            Announcement(id: "abcd", message: "z"),
        ]
        #expect(Table(announcements, AnnouncementView.columns).text == "Id    Message\n日本  x\n👍🏽    y\nabcd  z\n")
    }

    @Test(arguments: [
        ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\nb\tc\r\nd", "a b c d"), ("\u{7}", #"\u{7}"#), ("\u{9B}31m", #"\u{9B}31m"#),
        ("\u{202E}abc", #"\u{202E}abc"#), ("a\u{0}", #"a\u{0}"#), ("a\u{2028}b", "a b"), ("👩‍👧", "👩‍👧"),
        ("e\u{1B}\u{301}", "e\\u{1B}\u{301}"),
    ])
    func `nothing that a terminal obeys is left`(text: String, safe: String) {
        #expect(text.terminalSafe == safe)
        #expect(Table([Announcement(id: "1", message: text)], AnnouncementView.columns).text.hasSuffix("1   \(safe)\n"))
    }

    @Test func `JSON keeps its meaning and holds no control character`() throws {
        let announcements = [Announcement(id: 1, message: "\u{1B}[2J \u{9B}1m \u{7F} \u{202E}\u{2028} \u{10}\n\"é/日")]
        let text = try JSONOutput.text(of: announcements)
        #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        #expect(!text.contains("\u{202E}"))
        #expect(text.contains("é/日"))
        #expect(try JSONDecoder().decode([Announcement].self, from: Data(text.utf8)) == announcements)
    }

    @Test func `JSON is pretty, and its keys are in order`() throws {
        let text = try JSONOutput.text(of: [UserInfo(id: 7, username: "ada", name: "Ada")])
        #expect(
            text == """
                [
                  {
                    "id" : 7,
                    "name" : "Ada",
                    "username" : "ada"
                  }
                ]

                """
        )
    }
}
