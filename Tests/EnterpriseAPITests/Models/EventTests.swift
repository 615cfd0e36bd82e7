import EnterpriseAPI
import Foundation
import Testing

@Suite(.serialized) struct EventTests {
    private let json =
        #"{"date":"2024-05-06T07:08:09Z","duration":3600,"id":"E1","name":"Plan","type":"Meeting"}"#

    @Test func `an event is read, and written as the server does`() throws {
        let event: Event = try decoded(json)
        #expect(event.date == Date(timeIntervalSince1970: 1_714_979_289))
        #expect(event.type == .meeting)
        #expect(event.end == event.date + 3_600)
        #expect(try encoded(event) == json)
    }

    @Test func `the date keeps its fraction of a second`() throws {
        let event: Event = try decoded(json.replacing("09Z", with: "09.250+00:00"))
        #expect(event.date.timeIntervalSince1970 == 1_714_979_289.25)
    }

    @Test func `a kind that a newer server added is kept`() throws {
        let event: Event = try decoded(json.replacing("Meeting", with: "Off-site 2"))
        #expect(event.type.rawValue == "Off-site 2")
        #expect(!event.type.isKnown)
        #expect(try encoded(event).contains(#""type":"Off-site 2""#))
    }

    @Test(arguments: [
        ("Appointment", EventType.appointment), ("Holiday", .holiday), ("DayOff", .dayOff), ("Birthday", .birthday),
    ])
    func `each kind of the contract has a name`(text: String, type: EventType) throws {
        #expect(try decoded("[\"\(text)\"]", as: [EventType].self) == [type])
        #expect(type.isKnown)
    }

    @Test(arguments: [
        (#""2024-05-06T07:08:09Z""#, #""2024-05-06""#, "date"), ("3600", #""3600""#, "duration"),
        (#""Meeting""#, "null", "type"), (#""E1""#, "1.5", "id"),
    ])
    func `a bad value is an error that names its path`(good: String, bad: String, path: String) throws {
        #expect(try failingPath(Event.self, json.replacing(good, with: bad)) == path)
    }
}
