import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

/// The code of the README and of the first page of the documentation, as it stands there: `DocumentationTests` compares
/// them. What it takes as given is declared around it: a configuration file, a name, a password, somewhere to print.
@Suite(.serialized) struct ReadmeExampleTests {
    private let backend: RunningBackend
    private let name: String
    private let password: String
    // swift-format-ignore: AlwaysUseLowerCamelCase
    private let Configuration: ConfigurationFile

    init() throws {
        backend = try ReferenceBackend.start()
        name = backend.credentials.username
        password = backend.credentials.password
        Configuration = ConfigurationFile(server: backend.url)
        lines.removeAll()
    }

    @Test func `a service signs in and places an order`() async throws {
        let api = API(configuration: try Configuration.load())
        do {
            try await api.login(Credentials(username: name, password: password))
            let products = try await api.products()
            let order = PurchaseOrder(poNumber: "2026/017", purchases: [.init(productId: products[0].id, quantity: 2)])
            print(try await api.submit(order).id ?? "no id")
        } catch {
            print(error)  // one line: the endpoint, what went wrong, the server's words; never a secret
        }

        let order = try #require(backend.backend.orders.last)
        #expect(order.poNumber == "2026/017")
        #expect(await lines.first(1) == [order.id])
    }

    @Test func `a delegate signs in and shows the announcements`() async throws {
        let board = Board(configuration: try Configuration.load(), name: name, password: password)

        let announcements = DemoCompany.demo.announcements.map(\.message)
        #expect(Set(await lines.first(announcements.count)) == Set(announcements))
        withExtendedLifetime(board) {}
    }

    @Test func `a delegate shows why nothing came`() async throws {
        backend.refuse()
        let board = Board(configuration: try Configuration.load(), name: name, password: password)
        #expect(await lines.first(1).allSatisfy { $0.contains("no connection") })
        withExtendedLifetime(board) {}
    }

    @Test func `the first page of the documentation loads the org chart`() async throws {
        let api = API(configuration: try Configuration.load())
        try await api.login(Credentials(username: name, password: password))
        let chart = try await api.orgChart()

        #expect(chart.count == DemoCompany.demo.employees.count)
    }
}

final class Board: APIDelegate {
    private let api: API

    init(configuration: Configuration, name: String, password: String) {
        api = API(configuration: configuration)
        api.delegate = self  // held weakly
        api.login(username: name, password: password)  // returns at once
    }

    func loginSucceeded(userId: Identifier) { api.getAnnouncements() }
    func loginFailed(error: APIError) { print(error) }
    func announcementsLoaded(announcements: [Announcement]) { announcements.forEach { print($0.message) } }
    func announcementsFailed(error: APIError) { print(error) }
}

private struct ConfigurationFile {
    let server: String
    func load() throws -> Configuration { try .testing(server) }
}

private let lines = Lines()

private func print(_ line: some Any) { lines.append("\(line)") }

/// Lines in the order in which they were printed.
private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    private let appended = AsyncStream.makeStream(of: Void.self)

    func append(_ line: String) {
        lines.withLock { $0.append(line) }
        appended.continuation.yield()
    }

    func removeAll() { lines.withLock { $0 = [] } }

    /// The first lines, once there are so many.
    func first(_ count: Int) async -> [String] {
        var iterator = appended.stream.makeAsyncIterator()
        while lines.withLock({ $0.count }) < count { _ = await iterator.next() }
        return lines.withLock { Array($0.prefix(count)) }
    }
}
