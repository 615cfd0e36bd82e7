import EnterpriseTesting
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(2))) struct ReferenceBackendPurchaseTests {
    private static let json = [("Content-Type", "application/json")]

    private func submit(
        _ client: BackendClient,
        _ body: String,
        _ headers: [(String, String)] = json
    ) throws -> RawResponse {
        try client.ask("POST", "/api/purchases", client.bearer() + headers, body: Array(body.utf8))
    }

    @Test func `an order is saved, with id, purchaser and date of the server's`() throws {
        let date = Date(timeIntervalSince1970: 1_772_366_400.9)
        let client = try BackendClient(RunningBackend(ReferenceBackend(now: { date })))
        let before = client.backend.orders.count
        let response = try submit(
            client,
            """
            {"id": null, "poNumber": "A/1", "comment": null, "purchaser": "someone", "purchaseDate": 7, "extra": [{}],
             "dueDate": "2026-04-01T12:00:00.75+02:00", "purchases": [{"productId": "P", "quantity": 1.5, "x": 1}]}
            """
        )
        #expect(response.status == 200)
        let order = try response.object()
        #expect(
            Set(order.keys) == ["id", "poNumber", "comment", "purchaser", "purchaseDate", "dueDate", "purchases"]
        )
        let id = try #require(order["id"] as? String)
        #expect(UUID(uuidString: id) != nil && id == id.uppercased())
        #expect(order["poNumber"] as? String == "A/1")
        #expect(order["comment"] is NSNull)
        #expect(order["purchaser"] as? String == client.backend.accounts[0].id)
        #expect(order["purchaseDate"] as? String == "2026-03-01T12:00:00Z", "whole seconds, cut")
        #expect(order["dueDate"] as? String == "2026-04-01T10:00:00Z", "in UTC")
        let item = try #require((order["purchases"] as? [[String: Any]])?.first)
        #expect(item["productId"] as? String == "P")
        #expect(item["quantity"] as? Double == 1.5)

        let all = try client.ask("GET", "/api/purchases", client.bearer()).array()
        #expect(all.count == before + 1)
        #expect(all.last?["id"] as? String == id)
        #expect(client.backend.orders.last?.poNumber == "A/1")
        #expect(client.backend.calls(to: .submitPurchase) == 1)
    }

    @Test func `the older edition numbers orders and leaves out what is missing`() throws {
        let client = try BackendClient(.older)
        let order = try submit(client, #"{"poNumber": "1", "purchases": []}"#).object()
        #expect(Set(order.keys) == ["id", "poNumber", "purchaser", "purchaseDate", "purchases"])
        #expect(order["id"] as? Int == client.backend.orders.count)
    }

    @Test(arguments: [
        (#"{"purchases": []}"#, "poNumber"), (#"{"poNumber": 7, "purchases": []}"#, "poNumber"),
        (#"{"poNumber": null, "purchases": []}"#, "poNumber"), (#"{"poNumber": "1"}"#, "purchases"),
        (#"{"poNumber": "1", "purchases": {}}"#, "purchases"),
        (#"{"poNumber": "1", "purchases": [], "comment": 1}"#, "comment"),
        (#"{"poNumber": "1", "purchases": [], "dueDate": "2026-04-01"}"#, "dueDate"),
        (#"{"poNumber": "1", "purchases": [], "dueDate": 1}"#, "dueDate"),
        (#"{"poNumber": "1", "purchases": [{"quantity": 1}]}"#, "purchases.0.productId"),
        (
            #"{"poNumber": "1", "purchases": [{"productId": "a", "quantity": 1}, {"productId": "b"}]}"#,
            "purchases.1.quantity"
        ),
        (#"{"poNumber": "1", "purchases": [{"productId": "a", "quantity": "1"}]}"#, "purchases.0.quantity"),
        (#"{"poNumber": "1", "purchases": [{"productId": 1, "quantity": 1}]}"#, "purchases.0.productId"),
        ("[]", ""), ("7", ""), ("{\"poNumber\": ", ""), ("<html>", ""), ("\u{0}", ""),
        (String(repeating: "[", count: 16_000), ""),
    ])
    func `a key missing or of a wrong type is named with its path`(body: String, path: String) throws {
        let client = try BackendClient()
        let response = try submit(client, body)
        #expect(response.status == 400)
        let reason = try #require(response.reason)
        #expect(reason.contains("'\(path)'"), "\(reason)")
        #expect(client.backend.orders.count == DemoCompany.demo.orders.count)
    }

    @Test(arguments: [
        ("", json, 422), ("", [], 415), ("{}", [], 415), ("{}", [("Content-Type", "text/plain")], 415),
        ("{}", [("Content-Type", "application/x-www-form-urlencoded")], 415), ("{", json, 400),
        (#"{"poNumber":"1","purchases":[]}"#, [("Content-Type", "Application/JSON ; charset=utf-8")], 200),
    ])
    func `what is no JSON is told apart`(body: String, headers: [(String, String)], status: Int) throws {
        let response = try submit(try BackendClient(), body, headers)
        #expect(response.status == status)
        if status != 200 { #expect(response.reason?.isEmpty == false) }
    }

    @Test(arguments: [(16 * 1024, 200), (16 * 1024 + 1, 413), (200_000, 413), (2_000_000, 413)])
    func `a body over the limit is refused`(size: Int, status: Int) throws {
        let frame = #"{"poNumber": "", "purchases": []}"#
        let body = frame.replacing("\"\"", with: "\"\(String(repeating: "x", count: size - frame.utf8.count))\"")
        #expect(body.utf8.count == size)
        let response = try submit(try BackendClient(), body)
        #expect(response.status == status)
        if status == 413 { #expect(response.reason == "Payload Too Large") }
    }

    @Test func `credentials come before everything else about a body`() throws {
        let client = try BackendClient()
        let response = try client.ask("POST", "/api/purchases", body: [UInt8](repeating: 0x20, count: 20_000))
        #expect(response.status == 401)
    }
}
