import Foundation

extension Fault.Ending {
    /// Ends a connection; returns when both sockets may be released. A half-close, with which it goes on, is not for
    /// this.
    /// - Parameter server: nil when it has not been connected to.
    func apply(to client: Socket, server: Socket?, tally: ProxyTally) {
        tally.count(kind)
        switch self {
        case .drop: Self.swallow(from: client, server)
        case .stall: _ = client.wait(for: nil)
        case .close, .halfClose:
            server?.shutdownSending()
            client.finishSending()
        case .reset:
            server?.shutdownSending()
            client.resetOnRelease()
        case .garbage(let bytes):
            server?.shutdownSending()
            client.setNonblocking(false)
            _ = client.write(bytes, to: bytes.count)
            client.finishSending()
        }
    }

    /// Takes what both sides send and throws it away, until the client goes away.
    private static func swallow(from client: Socket, _ server: Socket?) {
        var entries = [client, server].compactMap { $0 }.map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        var scratch = [UInt8](repeating: 0, count: 16 * 1024)
        client.setNonblocking(false)
        while Socket.wait(for: &entries, milliseconds: -1) {
            if entries[0].revents != 0, client.receive(into: &scratch, from: 0) == 0 { return }
            if let server, entries[1].revents != 0, server.receive(into: &scratch, from: 0) == 0 {
                // The client must not learn that the server is done.
                entries[1].fd = -1
            }
        }
    }
}
