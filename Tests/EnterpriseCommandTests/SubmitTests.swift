import EnterpriseTesting
import Foundation
import Testing

/// `purchases submit`, where there is nobody to ask.
@Suite(.serialized) struct SubmitTests {
    private let installation: Installation

    init() throws { installation = try Installation() }

    private var orders: [DemoCompany.Order] { installation.backend.backend.orders }

    private func submit(_ line: String, input: String = "") async throws -> Program.Outcome {
        try installation.directory.write(input, as: "input")
        return try await installation.run(shell: "enterprise-api purchases submit \(line) < input")
    }

    @Test func `an order of options is shown and sent`() async throws {
        let outcome = try await submit(
            "--number PO-9 --item 'Signal lamp=2' --item screw=1.5 --comment 'For the pier' --due 2099-01-31 --yes"
        )
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("PO-9") && outcome.output.contains("499.995"))
        #expect(
            outcome.errors == """
                Order   PO-9
                Due     2099-01-31 23:59 UTC
                Product      Quantity  Unit price  Amount
                Signal lamp         2      249.99  499.98
                Screw             1.5        0.01   0.015
                Total   499.995 of at most 10000
                ✓ keeps the company's rules

                """
        )
        let saved = try #require(orders.last)
        #expect(saved.poNumber == "PO-9" && saved.comment == "For the pier" && saved.items.map(\.quantity) == [2, 1.5])
    }

    @Test(arguments: ["--file order.json", "--file -"])
    func `an order comes from a file or from standard input`(options: String) async throws {
        let json =
            #"{"poNumber": "J-1", "comment": null, "dueDate": "2099-01-31T12:00:00Z", "purchases": "#
            + #"[{"productId": "212459c8-1b24-4aac-8255-d3f653259163", "quantity": 1}]}"#
        try installation.directory.write(json, as: "order.json")
        let outcome = try await submit("\(options) --yes --quiet --json", input: json)
        #expect(outcome.exitCode == 0 && outcome.errors == "", "\(outcome.errors)")
        #expect(outcome.output.contains("\"total\" : 249.99"))
        #expect(orders.last?.poNumber == "J-1")
    }

    @Test func `a dry run sends nothing`() async throws {
        let outcome = try await submit("--number PO-9 --item Buoy=1 --dry-run")
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("Total   72000 of at most 10000\n✗ "))
        #expect(try await submit("--number PO-9 --item Screw=1 --dry-run").exitCode == 0)
        #expect(installation.backend.backend.calls(to: .submitPurchase) == 0)
    }

    @Test(arguments: [
        ("--number P --item Screw=1", 2, "give --yes or --dry-run"),
        ("--number P --item Buoy=1 --yes", 1, "the order breaks a rule and is not sent"),
        ("--number '' --yes", 2, "--number needs a value"), ("--number P --yes", 1, "breaks a rule"),
        ("--number P --item Scruw=1 --yes", 1, "did you mean Screw?"),
        ("--number P --item Screw=0 --yes", 1, "breaks a rule"), ("--number P --item Screw --yes", 2, "PRODUCT=QTY"),
        ("--number P --item Screw=1 --due yesterday --yes", 2, "--due is a day"),
        ("--number P --item Screw=1 --due 2001-01-01 --yes", 1, "breaks a rule"),
        ("--file missing.json --yes", 1, "missing.json can't be read"), ("--file - --yes", 1, "no order in JSON"),
    ])
    func `nothing is sent that should not be`(line: String, exitCode: Int32, message: String) async throws {
        let outcome = try await submit(line, input: "not JSON")
        #expect(outcome.exitCode == exitCode)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(installation.backend.backend.calls(to: .submitPurchase) == 0)
    }

    @Test func `an order that may have arrived is not called lost`() async throws {
        installation.backend.backend.override(.submitPurchase, with: .close)
        let outcome = try await submit("--number PO-5 --item Screw=1 --yes --quiet")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errors.contains("look before you send it again"), "\(outcome.errors)")
    }
}
