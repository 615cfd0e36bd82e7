import EnterpriseAPI
import Testing

@Suite(.serialized) struct IdentifierTests {
    @Test(arguments: [
        #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""e621e1f8-c36c-495a-93fc-0c247a3e6e5f""#, #""JaneDoe""#, #""""#,
        #""5""#, #""05""#, #""Zoë/1""#, "5", "0", "-7", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615",
    ])
    func `what came is sent back exactly`(json: String) throws {
        #expect(try encoded(decoded(json, as: Identifier.self)) == json)
    }

    @Test(arguments: ["5.5", "true", "null", "[]", "{}", "18446744073709551616", "1e30"])
    func `anything but a string or a whole number is refused at its path`(json: String) throws {
        #expect(try failingPath([Identifier].self, "[1, \(json)]") == "1")
    }

    @Test func `UUIDs are equal without regard to case`() {
        let upper: Identifier = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        let lower: Identifier = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
        #expect(upper == lower)
        #expect(Set([upper, lower]).count == 1)
        #expect(lower.rawValue == "e621e1f8-c36c-495a-93fc-0c247a3e6e5f")
    }

    @Test(arguments: [
        ("JaneDoe", "janedoe"), ("5", "05"), ("a", "a "), ("caf\u{E9}", "cafe\u{301}"),
        ("E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E50"),
        ("E621E1F8C36C495A93FC0C247A3E6E5F", "e621e1f8c36c495a93fc0c247a3e6e5f"),
    ])
    func `other texts are equal only byte for byte`(left: String, right: String) {
        #expect(Identifier(left) != Identifier(right))
    }

    @Test func `a number equals its text, and each is sent in its own form`() throws {
        let number: Identifier = 5
        let text: Identifier = "5"
        #expect(number == text)
        #expect(number.hashValue == text.hashValue)
        #expect(try encoded([number, text]) == #"[5,"5"]"#)
        #expect("users/\(number)" == "users/\(text)")
    }
}
