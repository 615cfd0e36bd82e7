import EnterpriseJSON
import Foundation
import Testing

/// The code on the first page of the module's documentation, run.
@Suite(.serialized) struct DecoderExampleTests {
    struct Employee: Decodable {
        let name: String
        let startDate: Date
    }

    @Test func `a list with dates is decoded, and an error says where it is`() throws {
        var data = Data(#"[{"name":"Jane","startDate":"2024-02-29T08:00:00Z"}]"#.utf8)
        var decoder = FastJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let employees = try decoder.decode([Employee].self, from: data)

        #expect(employees.map(\.name) == ["Jane"])
        data = Data("[\n  {\n    \"name\": 3}]".utf8)
        var printed: [String] = []
        func print(_ line: String) { printed.append(line) }
        do {
            _ = try decoder.decode([Employee].self, from: data)
        } catch let error as DecodingError {
            print(error.jsonLocation?.description ?? "")  // line 3, column 13
        }
        #expect(printed == ["line 3, column 13"])
    }
}
