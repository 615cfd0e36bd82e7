import EnterpriseAPI
import Foundation
import Testing

@Suite(.serialized) struct TokenTests {
    @Test(arguments: [
        (#"{"token":"a\/b+=","user":{"id":"U","username":"jane"}}"#, "a/b+=", "U", "jane"),
        (#"{"id":"X","token":"t","userID":"U"}"#, "t", "U", nil),
        (#"{"token":"t","user":{"id":7,"username":"jane"},"userID":null}"#, "t", "7", "jane"),
    ])
    func `tokens of both editions are read`(json: String, value: String, userID: String, username: String?) throws {
        let token = try JSONDecoder().decode(Token.self, from: Data(json.utf8))
        #expect(token.value == value)
        #expect(token.userID.rawValue == userID)
        #expect(token.username == username)
    }

    @Test(arguments: ["{}", #"{"token":"t"}"#, #"{"token":null,"userID":"U"}"#, #"{"token":"t","user":{"id":"U"}}"#])
    func `a token that lacks a part is refused`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Token.self, from: Data(json.utf8)) }
    }
}
