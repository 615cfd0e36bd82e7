import Synchronization

/// A token store whose changes are made one after another, in the order in which they were asked for.
final class StoreQueue: Sendable {
    private let store: any TokenStore
    private let failed: (@Sendable (any Error) -> Void)?
    private let last = Mutex<Task<Void, Never>?>(nil)

    init(_ store: any TokenStore, failed: (@Sendable (any Error) -> Void)?) {
        self.store = store
        self.failed = failed
    }

    /// The token that is kept. Throws nothing: a failure is told to who wants to know.
    func load() async -> Token? {
        await last.withLock { $0 }?.value
        do { return try await store.load() } catch {
            failed?(error)
            return nil
        }
    }

    /// Begins to keep the token; the task ends when that is done or has failed.
    func save(_ token: Token) -> Task<Void, Never> { enqueue { store in try await store.save(token) } }

    /// Begins to forget the token.
    func remove() -> Task<Void, Never> { enqueue { store in try await store.remove() } }

    private func enqueue(_ change: @escaping @Sendable (any TokenStore) async throws -> Void) -> Task<Void, Never> {
        last.withLock { last in
            let task = Task.detached { [previous = last, store, failed] in
                await previous?.value
                do { try await change(store) } catch { failed?(error) }
            }
            last = task
            return task
        }
    }
}
