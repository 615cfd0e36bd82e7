import EnterpriseAPI
import Testing

@Suite(.serialized) struct EmployeeTests {
    @Test func `an employee of the current edition is read`() throws {
        let employee: Employee = try decoded(
            """
            {"location": "Oslo", "directReports": ["7A0E1E6C-6A6F-4F5C-8B57-6C6C0C1F9B10"], "givenName": "",
             "manager": null, "id": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "birthday": "02-29-1980",
             "familyName": "Berg"}
            """
        )
        #expect(employee.manager == nil)
        #expect(employee.birthday == Birthday(year: 1980, month: 2, day: 29))
        #expect(employee.directReports == ["7a0e1e6c-6a6f-4f5c-8b57-6c6c0c1f9b10"])
        #expect(employee.fullName == "Berg")
    }

    @Test func `an employee of the older edition is read`() throws {
        let employee: Employee = try decoded(
            #"{"id":"JaneDoe","givenName":"Jane","familyName":"Doe","location":"Rome","manager":"Boss","directReports":[]}"#
        )
        #expect(employee.id.rawValue == "JaneDoe")
        #expect(employee.manager == "Boss")
        #expect(employee.birthday == nil)
        #expect(employee.fullName == "Jane Doe")
    }

    @Test(arguments: ["", #","birthday":null,"manager":null,"directReports":null"#])
    func `optional fields may be null or missing`(fields: String) throws {
        let employee: Employee = try decoded(#"{"id":"a","givenName":"A","familyName":"B","location":"C"\#(fields)}"#)
        #expect(employee == Employee(id: "a", givenName: "A", familyName: "B", location: "C"))
    }

    @Test func `an employee survives a round trip`() throws {
        let employee = Employee(
            id: "a",
            givenName: "A",
            familyName: "B",
            location: "C",
            birthday: Birthday(year: 1999, month: 12, day: 31),
            manager: 3,
            directReports: ["x", 4]
        )
        #expect(
            try encoded(employee)
                == #"{"birthday":"12-31-1999","directReports":["x",4],"familyName":"B","givenName":"A","id":"a","location":"C","manager":3}"#
        )
        #expect(try decoded(encoded(employee)) == employee)
    }

    @Test(arguments: [
        (#"{"givenName":"A","familyName":"B","location":"C"}"#, "1.id"),
        (#"{"id":"a","givenName":null,"familyName":"B","location":"C"}"#, "1.givenName"),
        (#"{"id":"a","givenName":"A","familyName":"B","location":5}"#, "1.location"),
        (#"{"id":"a","givenName":"A","familyName":"B","location":"C","birthday":"02-30-2000"}"#, "1.birthday"),
        (#"{"id":"a","givenName":"A","familyName":"B","location":"C","manager":{}}"#, "1.manager"),
        (
            #"{"id":"a","givenName":"A","familyName":"B","location":"C","directReports":["b",null]}"#,
            "1.directReports.1"
        ),
    ])
    func `a bad value is an error that names its path`(json: String, path: String) throws {
        let sound = #"{"id":"s","givenName":"S","familyName":"S","location":"S"}"#
        #expect(try failingPath([Employee].self, "[\(sound),\(json)]") == path)
    }
}
