import EnterpriseJSON
import Foundation
import Testing

@Suite(.serialized) struct JSONSyntaxTests {
    @Test(arguments: [
        "0", "-0", "10", "0.5", "-1.25e+10", "1E5", "1e-0", "true", "false", "null", #""""#, " \t\r\n1 \n", "[]", "{}",
        "[ ]", "{ }", "[1,2]", "[[],{},[[]]]", #"{"a":1,"a":2}"#, #"{"":{"b":[null]} , "c" : "d"}"#, "\u{FEFF}[1]",
        #""\"\\\/\b\f\n\r\t\u00e9""#, #""\ud83d\ude00""#, #""\uD7FF\uE000\u0000""#, "\"é€😀\u{7F}\u{10FFFF}\u{2028}\"",
        "123456789012345678901234567890", "1e999",
    ])
    func `a JSON text is accepted`(text: String) throws {
        try JSONSyntax.validate(Data(text.utf8))
    }

    @Test(arguments: [
        ("", 1, 1, "expected a value, found the end"), (" \n ", 2, 2, "expected a value, found the end"),
        ("\u{FEFF}", 1, 1, "expected a value, found the end"), ("\u{FEFF}x", 1, 1, "expected a value"),
        ("[1,]", 1, 4, "expected a value"), ("[,1]", 1, 2, "expected a value"),
        ("[1 2]", 1, 4, #"expected "," or "]""#),
        ("[1", 1, 3, #"expected "," or "]", found the end"#), ("[1}", 1, 3, #"expected "," or "]""#),
        (#"{"a":1,}"#, 1, 8, "expected a key in double quotes"), ("{a:1}", 1, 2, "expected a key in double quotes"),
        (#"{"a" 1}"#, 1, 6, #"expected ":" after the key"#), (#"{"a":}"#, 1, 6, "expected a value"),
        (#"{"a":1]"#, 1, 7, #"expected "," or "}""#), ("{", 1, 2, "expected a key in double quotes, found the end"),
        ("1 2", 1, 3, "expected nothing after the value"), ("{}}", 1, 3, "expected nothing after the value"),
        ("01", 1, 2, "a number may not begin with 0"), ("[-012]", 1, 4, "a number may not begin with 0"),
        ("-", 1, 2, "expected a digit, found the end"), ("+1", 1, 1, "expected a value"),
        (".5", 1, 1, "expected a value"),
        ("1.", 1, 3, "expected a digit after the point, found the end"),
        ("1.e1", 1, 3, "expected a digit after the point"),
        ("1e+", 1, 4, "expected a digit in the exponent, found the end"), ("NaN", 1, 1, "expected a value"),
        ("-Infinity", 1, 2, "expected a digit"), ("0x1", 1, 2, "expected nothing after the value"),
        ("nul", 1, 4, #"expected "null", found the end"#), ("trUe", 1, 3, #"expected "true""#),
        (#"'a'"#, 1, 1, "expected a value"), (#""a"#, 1, 3, "a string is not closed, found the end"),
        ("\"a\nb\"", 1, 3, "a control character in a string has to be escaped"),
        (#""\x""#, 1, 3, "no such escape"), (#""\u12g4""#, 1, 6, "expected four hexadecimal digits"),
        (#""\ud83d""#, 1, 2, "half of a surrogate pair"), (#""a\ude00""#, 1, 3, "half of a surrogate pair"),
        (#""\ud83d\ud83d""#, 1, 2, "half of a surrogate pair"), (#""\ud83dx""#, 1, 2, "half of a surrogate pair"),
        (#""\ud83d\n""#, 1, 2, "half of a surrogate pair"),
        ("[1]\u{A0}", 1, 4, "expected nothing after the value"), ("/* a */1", 1, 1, "expected a value"),
        ("{\n  \"é😀\": x\n}", 2, 9, "expected a value"), ("[\r\n1,\r\n\r\n x]", 4, 2, "expected a value"),
        ("[\r1,\r\r x]", 4, 2, "expected a value"), ("[\n\r1,x]", 3, 3, "expected a value"),
    ])
    func `anything else is refused where it goes wrong`(text: String, line: Int, column: Int, reason: String) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONSyntax.validate(Data(text.utf8)) }
        #expect(error.description == "line \(line), column \(column): \(reason)")
    }

    @Test(arguments: [
        (#"{"a":1,"b":2,"a":3}"#, 1, 14), (#"[{"a":{}},{"b":[],"b":0}]"#, 1, 19), (#"{"":0,"":0}"#, 1, 7),
        (#"{"a":{"c":1},"a":2}"#, 1, 14), (#"{"a/é\n😀":1,"\u0061\/\u00E9\u000a\uD83d\ude00":2}"#, 1, 13),
    ])
    func `a key that comes twice is refused on demand`(text: String, line: Int, column: Int) throws {
        let data = Data(text.utf8)
        try JSONSyntax.validate(data)
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONSyntax.validate(data, refusesDuplicateKeys: true)
        }
        #expect(error.description == "line \(line), column \(column): a key comes twice in an object")
    }

    @Test(arguments: [
        #"{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}"#, #"{"\n":1,"n":2,"\\n":3,"\t":4,"\b":5,"\f":6,"\r":7}"#,
        "{\"\u{E9}\":1,\"e\u{301}\":2}", #"{"A":1,"a":2}"#,
    ])
    func `keys that differ are not the same`(text: String) throws {
        try JSONSyntax.validate(Data(text.utf8), refusesDuplicateKeys: true)
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x22], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xE2, 0x82],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0xF0, 0x9F, 0x98, 0x41],
        ] as [[UInt8]]
    )
    func `bytes that are not UTF-8 are refused`(bytes: [UInt8]) throws {
        for tail in [Data("\"".utf8), Data()] {
            let data = Data("[\"é".utf8) + bytes + tail
            let error = try #require(throws: JSONSyntaxError.self) { try JSONSyntax.validate(data) }
            #expect(error.description == "line 1, column 4: not UTF-8")
            #expect(error.offset == 4)
        }
    }

    @Test func `every character is accepted in a string, written and escaped`() throws {
        let values = Array(0x20..<0x1000) + Array(stride(from: 0x1000, through: 0x10FFFF, by: 0x101))
        for scalar in values.compactMap({ Unicode.Scalar(UInt32($0)) }) where scalar != "\"" && scalar != "\\" {
            let character = String(Character(scalar))
            let escaped = character.utf16.map { #"\u"# + String(0x10000 + UInt32($0), radix: 16).dropFirst() }.joined()
            try JSONSyntax.validate(Data("[\"\(character)\",\"\(escaped)\"]".utf8))
        }
    }

    @Test func `nesting is accepted up to the limit and no deeper`() throws {
        let limit = JSONSyntax.maximumDepth
        let openings = String(repeating: "[", count: limit)
        let closings = String(repeating: "]", count: limit)
        try JSONSyntax.validate(Data((openings + closings).utf8))
        for deep in [openings + "[]" + closings, String(repeating: "[", count: 1_000_000)] {
            let error = try #require(throws: JSONSyntaxError.self) { try JSONSyntax.validate(Data(deep.utf8)) }
            #expect(error.offset == limit)
        }
        try JSONSyntax.validate(Data(("[" + String(repeating: "{},", count: 1_000) + "[]]").utf8))
    }

    @Test func `a slice of data and a buffer are read from where they begin`() throws {
        let data = Data("xx[1]yy".utf8)
        try JSONSyntax.validate(data[2..<5])
        let error = try #require(throws: JSONSyntaxError.self) { try JSONSyntax.validate(data[2..<6]) }
        #expect(error.offset == 3)
        try Array("[1]".utf8).withUnsafeBytes { try JSONSyntax.validate($0) }
    }

    @Test func `every truncation of a text is refused at its end`() throws {
        let text = Data(#"{"é":[1.5e3,true,null,"\ud83d\ude00"],"b":{"c":-0.1}}"#.utf8)
        try JSONSyntax.validate(text)
        for end in 0..<text.count {
            #expect(throws: JSONSyntaxError.self) { try JSONSyntax.validate(text[..<end]) }
        }
    }
}
