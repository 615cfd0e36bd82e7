import Foundation
import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct HTTPHeadersTests {
    @Test func `names compare without regard to case, and setting replaces every field of the name`() {
        var headers: HTTPHeaders = ["Accept": "a", "X": "1", "x": "2"]
        #expect(headers["ACCEPT"] == "a")
        #expect(headers.values(for: "x") == ["1", "2"])
        headers["X"] = "3"
        #expect(headers.map(\.name) == ["Accept", "X"])
        headers["accept"] = nil
        #expect(headers.map(\.value) == ["3"])
        headers.add(name: "X", value: "4")
        #expect(headers.values(for: "X") == ["3", "4"])
    }

    @Test func `merging replaces fields of the same name and keeps the others`() {
        let merged = (["A": "1", "B": "2"] as HTTPHeaders).merging(["b": "3", "C": "4"])
        #expect(merged.map(\.value) == ["1", "3", "4"])
    }

    @Test func `printing shows no value that may be a secret`() {
        let headers: HTTPHeaders = ["Authorization": "Bearer s3cret", "Cookie": "s3cret", "Content-Type": "text/plain"]
        var dumped = ""
        dump(headers, to: &dumped)
        for text in ["\(headers)", headers.debugDescription, dumped, "\(headers[0])", "\(Array(headers))"] {
            #expect(!text.contains("s3cret"))
        }
        #expect("\(headers)".contains("Content-Type: text/plain"))
    }

    @Test(
        arguments: [
            ("a:1\r\nb: 2\r\n", ["a": "1", "b": "2"]), ("", [:]), ("nocolon\r\n", [:]), (":x\r\n", [:]),
            ("a: 1\n b\nc: 2", ["a": "1 b", "c": "2"]), (" b\n", [:]),
        ] as [(String, HTTPHeaders)]
    )
    func `a received head is read tolerantly`(text: String, expected: HTTPHeaders) {
        #expect(HTTPHeaders(parsing: Array(text.utf8)) == expected)
    }
}
