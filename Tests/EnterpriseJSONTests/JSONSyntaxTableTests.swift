import EnterpriseJSON
import Foundation
import Testing

/// Texts in the manner of the public suites, each a rule: what the grammar has, and what it has not.
@Suite(.serialized) struct JSONSyntaxTableTests {
    private static let accepted = [
        "[]", "[[]]", "[\"\"]", "{}", "{\"\":0}", "[1]", "[-1]", "[0]", "[-0]", "[-0.0]", "[0.0]", "[0e1]", "[0e+1]",
        "[0E-1]", "[1E22]",
        "[1e-2]", "[123.456e78]", "[-123123123123123123123123123123]", "[20e1]", "[1.5]", "[true]", "[false]", "[null]",
        " [1] ", "[1\n]",
        "\t[\r1]\n", "[null, 1, \"1\", {}]", "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
        "[\"\\\\u0000\"]", "[\"\\\"\"]",
        "[\"a/*b*/c\"]", "[\"\\\\a\"]", "[\"\\\\n\"]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[\"\\uDBFF\\uDFFF\"]",
        "[\"\\ud801\\udc37\"]",
        "[\"\u{FFFF}\"]", "[\"\u{10FFFF}\"]", "[\"\u{2028}\u{2029}\"]", "[\"\u{7F}\"]", "[\"\\u0000\"]",
        "[\"\\u002c\"]", "[\"π\"]", "[\"asd \"]",
        "\" \"", "[\"\\u0821\"]", "[\"\\u0123\"]", "[\"new\\u000Aline\"]",
        "[\"\u{1B}\"]".replacing("\u{1B}", with: "\\u001b"), "[\"\\uA66D\"]",
        "[\"\\u005C\"]", "[\"\\u0022\"]", "[\"⍂㈴⍂\"]", "[\"\\u200B\"]", "[\"\\u2064\"]", "[\"\\uFDD0\"]",
        "[\"\\uFFFE\"]", "42", "-0.1", "null",
        "\"asd\"", "true", "\"\"", "[\"a\"]\n", "{\"a\":[]}", "{\"asd\":\"sdf\",\"dfg\":\"fgh\"}",
        "{\"a\":\"b\",\"a\":\"c\"}", "{\"a\":\"b\",\"a\":\"b\"}",
        "{\"foo\\u0000bar\":42}", "{\"min\":-1.0e+28,\"max\":1.0e+28}", "{\"title\":\"\\u041f\\u043e\"}",
        "{\n\"a\": \"b\"\n}",
        "{\"x\":[{\"id\":\"aaaaaaaa\"}],\"id\":\"b\"}", "[1,null,null,null,2]", "[[[[[[[[[[]]]]]]]]]]", "[{},{},{}]",
        "{\"a\":{\"b\":{}}}", "1e00",
    ]

    private static let refused = [
        "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[,]", "[1 true]", "[a", "[\"x\"",
        "[\"\": 1]", "[1:2]", "[3[4]]",
        "[1,\n1\n,1", "[[]", "[]]", "[1]x", "[*]", "[\"a\",4\n,1,", "[nul]", "[tru]", "[fals]", "[True]", "[TRUE]",
        "[NULL]", "nulll", "truefalse", "[-]",
        "[+1]", "[--1]", "[-+1]", "[+-1]", "[++1234]", "[-01]", "[00]", "[01.5]", "[-1.]", "[1.]", "[.1]", "[-.1]",
        "[2.e3]", "[0.e1]", "[0.3e]",
        "[0.3e+]", "[0E]", "[0E+]", "[1.0e]", "[1.0e-]", "[1eE2]", "[1e1.5]", "[0e]", "[9.e+]", "[Inf]", "[NaN]",
        "[-NaN]", "[Infinity]",
        "[-Infinity]", "[0x1]", "[0x]", "[1a]", "[1.2a-3]", "[1.8011670033376514H-308]", "[1_000]", "[1 000.0]",
        "[1+2]", "[-1x]", "[-2.]", "[１]",
        "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\":1,,\"b\":2}", "{a:1}", "{1:1}", "{'a':1}", "{\"a\" 1}",
        "{\"a\"::1}", "{\"a\":1 \"b\":2}",
        "{\"a\":1}#", "{\"a\":1}//", "{\"a\":/*x*/1}", "{\"a\":\"b\"}}", "{\"a\":1", "{:1}", "{null:null}", "{\"a\",1}",
        "{\"a\":1:2}", "{\"a\":true} \"x\"",
        "[\"\\\"]", "[\"\\x00\"]", "[\"\\u\"]", "[\"\\u1\"]", "[\"\\u00A\"]", "[\"\\uqqqq\"]", "[\"\\u00g0\"]",
        "[\"\\U0041\"]", "[\"\\'\"]", "[\"\\0\"]",
        "[\"\\a\"]", "[\"\\ \"]", "[\"\\\n\"]", "[\"\n\"]", "[\"\t\"]", "[\"\u{0}\"]", "[\"\u{1F}\"]", "['a']", "[\"",
        "\"", "[\"a", "[\"\\", "[\"\\uD800\"]",
        "[\"\\uDC00\"]", "[\"\\uD800\\uD800\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\n\"]", "[\"\\uDBFFx\"]",
        "[\"\\udc00\\ud800\"]", "[\u{0}1]", "[\u{A0}1]",
        "[\u{2060}]", "[\u{FEFF}1]", "[1]\u{0}", "\u{FEFF}", "\u{FEFF}\u{FEFF}[]", "[\u{C}]", "[\u{B}1]", "<null>",
        "[<null>]", "abc", "é", "//\n1", "1 2", "[][]",
        "{}[]", "1,", "\"a\"b", "[\"a\"\"b\"]", "[1]\u{85}", "*", "[\u{2028}1]",
    ]

    @Test(arguments: accepted) func `what the grammar has is accepted`(text: String) throws {
        try JSONSyntax.validate(Data(text.utf8))
        #expect(Oracle.accepts(Array(text.utf8)))
        _ = try FastJSONDecoder().decode(Unread.self, from: Data(text.utf8))
    }

    @Test(arguments: refused) func `what it has not is refused, also where no one looks`(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSONSyntax.validate(Data(text.utf8)) }
        #expect(!Oracle.accepts(Array(text.utf8)))
        #expect(throws: DecodingError.self) { try FastJSONDecoder().decode(Unread.self, from: Data(text.utf8)) }
    }

    /// Looks at nothing.
    private struct Unread: Decodable {
        init(from decoder: any Decoder) {}
    }
}
