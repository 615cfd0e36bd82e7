import Testing

@testable import EnterpriseHTTP

@Suite(.serialized) struct QueryTests {
    @Test func `names and values are encoded, nil is left out, and the order stays`() {
        let query: Query = [
            "page": 2, "tag": "a&b=c+d", "none": nil as String?, "ü": "%2F /?", "yes": true, "empty": "",
        ]
        #expect(query.encoded == "page=2&tag=a%26b%3Dc%2Bd&%C3%BC=%252F%20%2F%3F&yes=true&empty=")
    }

    @Test func `a name may stand more than once`() {
        let query = Query([.init(name: "id", value: "1"), .init(name: "id", value: "2")])
        #expect(query.encoded == "id=1&id=2")
    }
}
