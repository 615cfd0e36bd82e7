import EnterpriseAPI
import Foundation
import Testing

@testable import enterprise_api

@Suite(.serialized) struct SelectionTests {
    private static let products = [("Wire", 9), ("wrench", 10), ("Anvil", 200), ("Äxte", 10)].map { name, price in
        Product(id: Identifier(name), name: name, unitPrice: Decimal(price))
    }

    private func names(_ options: String...) throws -> [String] {
        let selection = try Selection(Arguments.parse(["products"] + options))
        return selection.apply(to: Self.products, ProductView.columns).map(\.name)
    }

    @Test func `conditions compare numbers as numbers, and text without regard to case`() throws {
        #expect(try names("--filter", "price>9") == ["wrench", "Anvil", "Äxte"])
        #expect(try names("--filter", "price<10") == ["Wire"])
        #expect(try names("--filter", "price=10.0") == ["wrench", "Äxte"])
        #expect(try names("--filter", "name=WRENCH") == ["wrench"])
        #expect(try names("--filter", "name~ax") == ["Äxte"])
        #expect(try names("--filter", "name~W", "--filter", "price!=9") == ["wrench"])
    }

    @Test func `sorting is stable, and by number`() throws {
        #expect(try names("--sort", "price") == ["Wire", "wrench", "Äxte", "Anvil"])
        #expect(try names("--sort", "price:desc", "--limit", "2") == ["Anvil", "wrench"])
        #expect(try names("--limit", "0") == [])
    }

    @Test(arguments: [
        (["--fields", "name,colour"], "--fields takes these fields: name, price, id"),
        (["--filter", "name"], "--filter is a condition such as name=Ada"),
        (["--filter", "x=1"], "--filter takes these fields"), (["--sort", "name:up"], "--sort is FIELD or FIELD:desc"),
        (["--limit", "-1"], "--limit is a number from 0"), (["--limit", "many"], "--limit is a number from 0"),
    ])
    func `what is no field, condition or number is refused`(options: [String], message: String) throws {
        let error = try #require(throws: CommandError.self) {
            try Selection(Arguments.parse(["products"] + options))
        }
        #expect(error.exitCode == .usage && error.message.hasPrefix(message))
    }

    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\nlines", "\"two\nlines\""),
        ("\u{1B}[31m", #"\u{1B}[31m"#), (" padded ", "\" padded \""), ("a\tb", "a\tb"), ("", ""),
    ])
    func `a field of CSV is quoted where it has to be`(text: String, field: String) {
        #expect(CSV.field(text) == field)
    }

    @Test func `text is wrapped between words, by what it takes on a terminal`() {
        #expect("the quick brown fox".wrapped(to: 9) == ["the quick", "brown fox"])
        #expect("東京特許許可局".wrapped(to: 6) == ["東京特", "許許可", "局"])
        #expect("one\n\ntwo".wrapped(to: 20) == ["one", "", "two"])
        #expect("🎉🎉🎉".truncated(to: 5) == "🎉🎉…")
        #expect("abcdefgh".wrapped(to: 3) == ["abc", "def", "gh"])
    }
}
