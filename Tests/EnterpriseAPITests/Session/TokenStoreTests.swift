import EnterpriseAPI
import EnterpriseHTTP
import EnterpriseTesting
import Foundation
import Synchronization
import Testing

/// What a session does with its store, over a real socket; the backend counts.
@Suite(.serialized, .timeLimit(.minutes(2))) struct TokenStoreTests {
    private struct Failing: TokenStore {
        struct Broken: Error {}
        func load() throws -> Token? { throw Broken() }
        func save(_ token: Token) throws { throw Broken() }
        func remove() throws { throw Broken() }
    }

    private static func stores() throws -> (any TokenStore, TemporaryFolder) {
        let folder = try TemporaryFolder()
        return (FileTokenStore(folder.url.appending(path: "token")), folder)
    }

    @Test(arguments: ReferenceBackend.Edition.allCases)
    func `a token of one process serves the next, which needs no credentials`(
        edition: ReferenceBackend.Edition
    ) async throws {
        let backend = try ReferenceBackend.start(edition: edition)
        let (store, folder) = try Self.stores()
        let first = API(configuration: try .testing(backend.url), tokenStore: store)
        let token = try await first.login(backend.credentials)
        let second = API(configuration: try .testing(backend.url), tokenStore: store)
        _ = try await second.announcements()
        #expect(second.token == token)
        #expect(backend.logins == 1)
        withExtendedLifetime(folder) {}
    }

    @Test func `a token that another has renewed is tried before a login`() async throws {
        let backend = try ReferenceBackend.start()
        let (store, folder) = try Self.stores()
        let (first, second) = (try backend.renewing(tokenStore: store), try backend.renewing(tokenStore: store))
        _ = try await first.announcements()
        _ = try await second.announcements()
        #expect(backend.logins == 1)
        backend.backend.expireTokens()
        _ = try await first.announcements()
        #expect(backend.logins == 2)
        _ = try await second.announcements()
        #expect(backend.logins == 2)
        #expect(first.token == second.token)
        withExtendedLifetime(folder) {}
    }

    @Test func `a stored token that is refused is replaced by a login, and stored`() async throws {
        let backend = try ReferenceBackend.start()
        let store = MemoryTokenStore()
        store.save(Token(value: "old", userID: "U"))
        let api = try backend.renewing(tokenStore: store)
        _ = try await api.announcements()
        #expect(backend.logins == 1)
        #expect(backend.backend.calls(to: .announcements) == 2)
        #expect(store.load() == api.token)
        #expect(store.load()?.value != "old")
    }

    @Test func `a refused token in the store is not tried again after the renewal failed`() async throws {
        let backend = try ReferenceBackend.start()
        let store = MemoryTokenStore()
        store.save(Token(value: "old", userID: "U"))
        let api = try backend.renewing(tokenStore: store)
        backend.backend.override(.login, with: .failure(503, reason: "no"))
        for _ in 0..<3 {
            let error = await failure { () async throws(APIError) in try await api.announcements() }
            #expect(error?.code == .serverError)
        }
        #expect(backend.backend.calls(to: .announcements) == 1)
        #expect(backend.logins == 3)
    }

    @Test func `logging out empties the store before loggedOut comes`() async throws {
        let backend = try ReferenceBackend.start()
        let (store, folder) = try Self.stores()
        let delegate = RecordingDelegate()
        let api = try backend.renewing(delegate: delegate, tokenStore: store)
        _ = try await api.announcements()
        #expect(try await store.load() != nil)
        api.logout()
        _ = try await delegate.next(.loggedOut)
        #expect(try await store.load() == nil)
        withExtendedLifetime(folder) {}
    }

    @Test func `a login right after a logout is what stays in the store`() async throws {
        let backend = try ReferenceBackend.start()
        let store = MemoryTokenStore()
        let api = try backend.renewing(tokenStore: store)
        for _ in 0..<20 {
            api.logout()
            let token = try await api.login(backend.credentials)
            #expect(store.load() == token)
        }
    }

    @Test func `a store that fails does not fail the call, and is reported`() async throws {
        let backend = try ReferenceBackend.start()
        let heard = Heard()
        let api = try backend.renewing(
            tokenStore: Failing(),
            sessionOptions: SessionOptions(storeFailed: { heard.add($0) })
        )
        _ = try await api.announcements()
        // It could neither be loaded nor saved.
        #expect(heard.errors.count == 2)
        #expect(heard.errors.allSatisfy { $0 is Failing.Broken })
        try await api.login(backend.credentials)
        #expect(heard.errors.count == 3)
    }

    private final class Heard: Sendable {
        private let all = Mutex<[any Error]>([])
        var errors: [any Error] { all.withLock { $0 } }
        func add(_ error: any Error) { all.withLock { $0.append(error) } }
    }
}
