import EnterpriseAPI
import Testing

@Suite(.serialized) struct AnnouncementTests {
    @Test(arguments: [#""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, "17"])
    func `an announcement of either edition survives a round trip`(id: String) throws {
        let json = #"{"id":\#(id),"message":"Fire drill at 3 / bring a coat"}"#
        let announcement: Announcement = try decoded(json.replacing("/", with: #"\/"#))
        #expect(announcement.message == "Fire drill at 3 / bring a coat")
        #expect(try encoded(announcement) == json)
    }

    @Test func `a missing message is an error that names the key`() throws {
        #expect(try failingPath([Announcement].self, #"[{"id":1,"message":"a"},{"id":2}]"#) == "1.message")
    }
}
