import Foundation

/// What the kernel says of this process. Other tests run at the same time, so these look at one server's share, found
/// by its port.
enum ProcessState {
    /// How many descriptors of this process are sockets with the local port.
    static func sockets(localPort: UInt16) -> Int {
        descriptors().count { descriptor in
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutableBytes(of: &address) { bytes in
                guard let start = bytes.baseAddress,
                    getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &length) == 0
                else { return false }
                return [sa_family_t(AF_INET), sa_family_t(AF_INET6)].contains(bytes.load(as: sa_family_t.self))
                    && UInt16(bytes[2]) << 8 | UInt16(bytes[3]) == localPort
            }
        }
    }

    static func descriptors() -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }
    }

    static func threads() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }

    /// Waits until the condition holds; the kernel gives no event for what is awaited here.
    static func eventually(within limit: Duration = .seconds(20), _ condition: () throws -> Bool) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while try !condition() {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(2))
        }
        return true
    }
}
