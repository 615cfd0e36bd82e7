import EnterpriseAPI
import Testing

@Suite(.serialized) struct BirthdayTests {
    @Test(arguments: ["01-01-1970", "02-29-2000", "02-29-2024", "12-31-9999", "04-30-1985"])
    func `a day of the calendar is read and written back`(text: String) throws {
        #expect(try encoded(decoded("\"\(text)\"", as: Birthday.self)) == "\"\(text)\"")
    }

    @Test(arguments: [
        "02-29-2023", "02-29-1900", "02-30-2024", "13-01-2000", "00-01-2000", "04-31-2000", "01-00-2000", "01-01-0000",
        "1-1-2000", "01-01-00", "01/01/2000", "2000-01-01", "01-01-2000 ", "01-01-20000", "", "٠١-٠١-٢٠٠٠",
    ])
    func `anything else is a decoding error`(text: String) throws {
        #expect(Birthday(text) == nil)
        #expect(try failingPath([Birthday].self, "[\"\(text)\"]") == "0")
    }

    @Test func `days compare by year, then month, then day`() throws {
        let days = try ["12-31-1999", "01-01-2000", "01-02-2000", "02-01-2000"].map { try #require(Birthday($0)) }
        #expect(days.reversed().sorted() == days)
        #expect(Birthday(year: 2000, month: 2, day: 1) == days.last)
    }
}
