import EnterpriseAPI
import Testing

@Suite(.serialized) struct UserInfoTests {
    @Test(arguments: [
        (#"{"id":"U1","username":"jane"}"#, nil), (#"{"id":"U1","username":"jane","name":null}"#, nil),
        (#"{"id":"U1","username":"jane","name":"Jane Doe"}"#, "Jane Doe"),
    ])
    func `the name may be missing or null`(json: String, name: String?) throws {
        #expect(try decoded(json) == UserInfo(id: "U1", username: "jane", name: name))
    }

    @Test func `a missing user name is an error that names the key`() throws {
        #expect(try failingPath(UserInfo.self, #"{"id":"U1"}"#) == "username")
    }
}
