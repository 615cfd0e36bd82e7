import EnterpriseTesting
import Foundation

/// A bare TCP client: tests see the exact bytes, and no HTTP library can repair a mistake of the server.
final class RawClient {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Whether the connection ended with a reset (RST), as far as this client has noticed.
    private(set) var wasReset = false

    struct Failure: Error {
        let operation: String
    }

    convenience init(_ server: LoopbackServer) throws {
        try self.init(port: server.port, address: server.address)
    }

    convenience init(_ proxy: FaultProxy) throws {
        try self.init(port: proxy.port, address: proxy.address)
    }

    init(port: UInt16, address: LoopbackServer.Address = .ipv4) throws {
        descriptor = socket(address == .ipv4 ? AF_INET : AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        let limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, [limit], socklen_t(MemoryLayout<timeval>.size))
        let result: Int32
        switch address {
        case .ipv4:
            var target = sockaddr_in()
            target.sin_family = sa_family_t(AF_INET)
            target.sin_port = port.bigEndian
            target.sin_addr.s_addr = inet_addr("127.0.0.1")
            result = Self.connect(descriptor, target)
        case .ipv6:
            var target = sockaddr_in6()
            target.sin6_family = sa_family_t(AF_INET6)
            target.sin6_port = port.bigEndian
            inet_pton(AF_INET6, "::1", &target.sin6_addr)
            result = Self.connect(descriptor, target)
        }
        guard result == 0 else { throw Failure(operation: "connect") }
    }

    deinit { close(descriptor) }

    private static func connect<Target>(_ descriptor: Int32, _ target: Target) -> Int32 {
        withUnsafeBytes(of: target) { bytes in
            guard let start = bytes.baseAddress else { return -1 }
            return Foundation.connect(
                descriptor,
                start.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else {
                // Either may be how the first of two calls after a reset fails; a peer that is done sends no error.
                wasReset = wasReset || errno == ECONNRESET || errno == EPIPE
                throw Failure(operation: "send")
            }
            rest = rest.dropFirst(sent)
        }
    }

    /// Tells the server that nothing more will be sent.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes `close` reset the connection instead of ending it in order.
    func resetOnClose() {
        let option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, [option], socklen_t(MemoryLayout<linger>.size))
    }

    /// Everything up to the end of the connection, orderly or not.
    /// - Throws: `Failure` when the server neither sends nor closes for 20 seconds.
    func readToEnd() throws -> [UInt8] {
        while try fill() {}
        defer { buffer = [] }
        return buffer
    }

    /// The next response.
    func response(toHead isHead: Bool = false) throws -> RawResponse {
        while true {
            if let (response, length) = RawResponse.parse(buffer, isHead: isHead) {
                buffer.removeFirst(length)
                return response
            }
            guard try fill() else { throw Failure(operation: "response") }
        }
    }

    /// Sends a request and reads its response.
    func exchange(_ request: String, isHead: Bool = false) throws -> RawResponse {
        try send(request)
        return try response(toHead: isHead)
    }

    /// The next `count` bytes.
    func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try fill() else { throw Failure(operation: "read") }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Reads what is there, at least a byte, without keeping it. 0: the connection has ended.
    func skip() throws -> Int {
        guard try fill() else { return 0 }
        defer { buffer = [] }
        return buffer.count
    }

    /// Whether the connection is open and nothing has come.
    var isSilent: Bool {
        var byte: UInt8 = 0
        return buffer.isEmpty && recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) < 0
            && errno == EAGAIN
    }

    private func fill() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count < 0 {
            if errno == EAGAIN { throw Failure(operation: "recv") }
            wasReset = wasReset || errno == ECONNRESET
        }
        buffer += chunk.prefix(max(count, 0))
        return count > 0
    }
}
