import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized) struct FormEncoderTests {
    private struct Address: Encodable, Sendable {
        var street = "Main St."
        var tags: [String] = []
    }

    /// A key of a dictionary that is no plain value.
    private struct Key: Hashable, Encodable { var part = 1 }

    private enum Kind: String, Codable { case big = "b/g" }
    private enum Shape: Encodable { case circle(radius: Double), none }

    private struct Order: Encodable, Sendable {
        var zebra = "first"
        var isPaid = true
        var note: String?
        var address = Address(tags: ["x", "y z"])
        var kind = Kind.big
        var amount = 72000.0
        var apple = 1
    }

    private func text(_ value: some Encodable, _ arrays: FormEncoder.ArrayStyle = .brackets) throws -> String {
        // Brackets as they are, so that the table can be read.
        String(decoding: try FormEncoder(arrays: arrays).encode(value), as: UTF8.self)
            .replacing("%5B", with: "[").replacing("%5D", with: "]")
    }

    @Test func `members keep their order, nil is left out, and what is inside is named with brackets`() throws {
        let expected =
            "zebra=first&isPaid=true&address[street]=Main+St.&address[tags][]=x&address[tags][]=y+z"
            + "&kind=b%2Fg&amount=72000&apple=1"
        #expect(try text(Order()) == expected)
        #expect(
            String(decoding: try FormEncoder().encode(Address(tags: ["a"])), as: UTF8.self).hasSuffix("tags%5B%5D=a")
        )
    }

    @Test(arguments: [
        (FormEncoder.ArrayStyle.brackets, "a[]=1&a[]=2", "a[0][]=1&a[1][]=2&a[1][]=3", "a[0][b]=1&a[1][b]=2"),
        (.repeated, "a=1&a=2", "a[0]=1&a[1]=2&a[1]=3", "a[0][b]=1&a[1][b]=2"),
        (.indexed, "a[0]=1&a[1]=2", "a[0][0]=1&a[1][0]=2&a[1][1]=3", "a[0][b]=1&a[1][b]=2"),
    ])
    func `arrays are named in the style that is asked for`(
        style: FormEncoder.ArrayStyle,
        plain: String,
        arrays: String,
        objects: String
    ) throws {
        #expect(try text(["a": [1, 2]], style) == plain)
        #expect(try text(["a": [[1], [2, 3]]], style) == arrays)
        #expect(try text(["a": [["b": 1], ["b": 2]]], style) == objects)
        #expect(try text(["a": [Int]()], style) == "")
    }

    @Test func `an element that is nil is left out and keeps its number`() throws {
        #expect(try text(["a": [1, nil, 3]]) == "a[]=1&a[]=3")
        #expect(try text(["a": [1, nil, 3]], .indexed) == "a[0]=1&a[2]=3")
    }

    @Test func `values that are one text are written as such`() throws {
        struct Values: Encodable {
            var date = Date(timeIntervalSince1970: 1_700_000_000.75)
            var data = Data([0xFB, 0xFF, 0])
            var decimal = Decimal(string: "1200837.10")
            var url = URL(string: "http://x/a?b=c")
            var uuid = UUID(uuidString: "00000000-0000-0000-0000-0000000000AB")
            var double = 0.5
            var float = Float(1)
            var large = UInt64.max
            var negative: Int8 = -1
            var no = false
            var empty = ""
        }
        let expected =
            "date=2023-11-14T22%3A13%3A20Z&data=%2B%2F8A&decimal=1200837.1&url=http%3A%2F%2Fx%2Fa%3Fb%3Dc"
            + "&uuid=00000000-0000-0000-0000-0000000000AB&double=0.5&float=1&large=18446744073709551615&negative=-1"
            + "&no=false&empty="
        #expect(try text(Values()) == expected)
    }

    @Test func `enums with values are named by their case`() throws {
        #expect(try text(["s": Shape.circle(radius: 2)]) == "s[circle][radius]=2")
        #expect(try text(["s": Shape.none]) == "")
    }

    @Test func `dictionaries and sets are sorted, so that the bytes are always the same`() throws {
        let letters = "qwertyuiopasdfghjklzxcvbnm".map(String.init)
        let dictionary = Dictionary(uniqueKeysWithValues: letters.map { ($0, $0) })
        #expect(try text(dictionary) == letters.sorted().map { "\($0)=\($0)" }.joined(separator: "&"))
        #expect(try text(["s": Set(letters)], .repeated) == letters.sorted().map { "s=\($0)" }.joined(separator: "&"))
        #expect(try text(["d": dictionary as [String: String]?]).hasPrefix("d[a]=a&d[b]=b&d[c]=c&"))
        #expect(try text([2: "b", 1: "a"]) == "1=a&2=b")
        let identifiers = (0..<20).map { _ in UUID() }
        let counts = Dictionary(uniqueKeysWithValues: identifiers.map { ($0, 1) })
        #expect(try text(counts) == identifiers.map(\.uuidString).sorted().map { "\($0)=1" }.joined(separator: "&"))
    }

    private class Animal: Encodable {
        private enum CodingKeys: CodingKey { case name }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("Rex", forKey: .name)
        }
    }

    private final class Dog: Animal {
        private enum CodingKeys: CodingKey { case tricks, base, list, deep }
        let isFlat: Bool
        init(isFlat: Bool) { self.isFlat = isFlat }
        override func encode(to encoder: any Encoder) throws {
            if isFlat { try super.encode(to: encoder) }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(3, forKey: .tricks)
            guard !isFlat else { return }
            try super.encode(to: container.superEncoder())
            try super.encode(to: container.superEncoder(forKey: .base))
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try super.encode(to: list.superEncoder())
            try list.encodeNil()
            try list.encode(list.count)
            var deep = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .deep)
            try deep.encodeNil(forKey: .base)
            try deep.encode(1, forKey: .tricks)
        }
    }

    @Test func `a class encodes its superclass beside its own members, or by itself`() throws {
        #expect(try text(Dog(isFlat: true)) == "name=Rex&tricks=3")
        let expected = "tricks=3&super[name]=Rex&base[name]=Rex&list[0][name]=Rex&list[]=2&deep[tricks]=1"
        #expect(try text(Dog(isFlat: false)) == expected)
    }

    @Test func `a value without names can't be a form, and nothing is sent`() async throws {
        struct Nothing: Encodable {}
        #expect(try text(Nothing()) == "")
        #expect(throws: EncodingError.self) { try text(7) }
        #expect(throws: EncodingError.self) { try text("a=b") }
        #expect(throws: EncodingError.self) { try text([1, 2]) }
        #expect(throws: EncodingError.self) { try text(Int?.none) }
        #expect(throws: EncodingError.self) { try text([Key(): 1]) }
        let echo = try EchoServer()
        let error = await echo.failure(posting: .form(encoding: [1, 2]))
        #expect(error?.code == .invalidRequest)
        #expect(error?.underlying is EncodingError)
        #expect(echo.server.connectionCount == 0)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that is not finite is refused, and the error names where it is`(number: Double) throws {
        let error = try #require(throws: EncodingError.self) { try text(["a": [1, number]]) }
        guard case .invalidValue(_, let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
    }

    @Test func `a value arrives as a form`() async throws {
        let arrival = try await EchoServer().post(.form(encoding: Address(tags: ["a&b"]), arrays: .repeated))
        #expect(arrival.text == "street=Main+St.&tags=a%26b")
        #expect(arrival.contentType == "application/x-www-form-urlencoded")
        #expect(arrival.length == arrival.body.count)
    }

    @Test func `a value's fields can be a query`() throws {
        #expect(try FormEncoder().fields(of: ["page": 2]) == ["page": 2])
    }
}
