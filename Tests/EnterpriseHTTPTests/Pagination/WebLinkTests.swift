import EnterpriseHTTP
import EnterpriseTesting
import Testing

@Suite(.serialized) struct WebLinkTests {
    /// The examples of RFC 8288 section 3.5, and what its grammar allows or a reader must bear.
    @Test(
        arguments: [
            (
                #"<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter""#,
                ["http://example.com/TheBook/chapter2 [previous]"]
            ),
            (#"</>; rel="http://example.net/foo""#, ["/ [http://example.net/foo]"]),
            (
                #"</TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, </TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"#,
                ["/TheBook/chapter2 [previous]", "/TheBook/chapter4 [next]"]
            ),
            (
                #"<http://example.org/>; rel="start http://example.net/relation/other""#,
                [
                    "http://example.org/ [start http://example.net/relation/other]"
                ]
            ),
            (#"<?a=1,2;3>;rel=next,<b>;rel="a;b,c \" d""#, [#"?a=1,2;3 [next]"#, #"b [a;b,c " d]"#]),
            (#"<a> ; REL = "NEXT"\#t; rel=prev ,, , <b>"#, ["a [next]", "b []"]),
            (#"<a>; rel=next; title="open"#, ["a [next]"]), (#"<a>; title; rel=next;"#, ["a [next]"]),
            (#"<>; rel=self"#, [" [self]"]), ("a; rel=next", []), ("<a; rel=next", []), ("", []), (" , ,", []),
            (#"<a>; rel="next" garbage, <b>; rel=last"#, ["a [next]"]),
        ] as [(String, [String])]
    )
    func `links are read as RFC 8288 says`(value: String, links: [String]) {
        let headers: HTTPHeaders = ["Link": value]
        #expect(headers.links.map { "\($0.target) [\($0.relations.joined(separator: " "))]" } == links)
    }

    @Test func `several fields are one list`() {
        let headers: HTTPHeaders = [
            "Link": "<a>; rel=prev", "X": "<x>; rel=next", "link": "<b>; rel=next, <c>; rel=next",
        ]
        #expect(headers.links.map(\.target) == ["a", "b", "c"])
        #expect(headers.link("Next") == "b")
        #expect(headers.link("last") == nil)
    }

    @Test func `a link that belongs to another resource is no link of this one`() {
        let headers: HTTPHeaders = ["Link": ##"<a>; rel=next; anchor="#part", <b>; rel=next"##]
        #expect(headers.link("next") == "b")
        #expect(headers.links.first?.attributes == ["rel": "next", "anchor": "#part"])
    }

    @Test func `no input is too odd`() {
        var generator = SeededGenerator(seed: 8288)
        let alphabet = Array("<>;,=\" \\\tarel*ü%'")
        for _ in 0..<5000 {
            let value = String((0..<40).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
            for link in (["Link": value] as HTTPHeaders).links { #expect(!link.target.contains(">")) }
        }
    }
}
