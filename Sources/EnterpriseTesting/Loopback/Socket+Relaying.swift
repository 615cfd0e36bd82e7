import Foundation

/// What a proxy needs of a socket besides what a server does.
extension Socket {
    /// What one call on a non-blocking socket did.
    enum Transfer {
        case bytes(Int)
        /// Nothing can be read or written now.
        case notNow
        /// The peer will send no more.
        case ended
        /// The connection is gone.
        case broken
    }

    /// Starts connecting, without waiting for it.
    static func connecting(to target: SocketAddress) throws(LoopbackError) -> Socket {
        let socket = try stream(target.family)
        socket.prepareConnection(sendTimeout: 1)
        socket.setNonblocking(true)
        let result = target.bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map {
                connect(socket.descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            }
        }
        guard result == 0 || errno == EINPROGRESS else {
            let error = LoopbackError("connect")
            socket.release()
            throw error
        }
        return socket
    }

    /// Waits for a connection that `connecting` started. False when it failed, took too long, or `other` was
    /// disconnected meanwhile.
    func finishConnecting(milliseconds: Int32, unlessGone other: Socket) -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: other.descriptor, events: 0, revents: 0),
        ]
        guard Self.wait(for: &entries, milliseconds: milliseconds), entries[0].revents != 0, entries[1].revents == 0
        else { return false }
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 && code == 0
    }

    /// Fills `bytes` from `offset` on with what is there.
    func receiveNow(into bytes: inout [UInt8], from offset: Int) -> Transfer {
        bytes.withUnsafeMutableBytes { target in
            guard let start = target.baseAddress, offset < target.count else { return .notNow }
            let count = recv(descriptor, start + offset, target.count - offset, 0)
            return count == 0 ? .ended : Self.transfer(count)
        }
    }

    /// Sends from `start` on as much as there is room for, and not past `end`.
    func sendNow(_ bytes: [UInt8], from start: Int, to end: Int) -> Transfer {
        bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress, start < end else { return .notNow }
            return Self.transfer(send(descriptor, base + start, end - start, Self.sendFlags))
        }
    }

    private static func transfer(_ count: Int) -> Transfer {
        if count >= 0 { return .bytes(count) }
        return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .notNow : .broken
    }

    /// Ends the sending direction alone.
    func shutdownSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes `release` reset the connection, once the peer's system has everything that was sent, so that how much the
    /// peer can read before the reset does not depend on luck.
    func resetOnRelease() {
        // A peer that does not read holds this up for a second at most.
        for _ in 0..<1000 where unsentBytes > 0 {
            var entries = [pollfd(fd: descriptor, events: 0, revents: 0)]
            guard Self.wait(for: &entries, milliseconds: 1), entries[0].revents == 0 else { break }
        }
        set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
    }

    /// Bytes that the peer's system has not confirmed.
    private var unsentBytes: Int {
        #if canImport(Darwin)
        var count: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 ? Int(count) : 0
        #else
        var count: Int32 = 0
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0
        #endif
    }
}

/// An address to connect to.
struct SocketAddress: Sendable {
    let family: Int32
    /// A `sockaddr`, in as many bytes as it has.
    let bytes: [UInt8]

    /// The first address of a host.
    /// - Parameter host: a name, or an address of either family, an IPv6 one with or without brackets.
    init(host: String, port: UInt16) throws(LoopbackError) {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Darwin)
        hints.ai_socktype = SOCK_STREAM
        #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let code = getaddrinfo(name, String(port), &hints, &list)
        defer { if let list { freeaddrinfo(list) } }
        guard code == 0, let first = list?.pointee, let address = first.ai_addr else {
            // The codes of `getaddrinfo` are none of `errno`.
            throw LoopbackError("getaddrinfo", code: EADDRNOTAVAIL)
        }
        family = first.ai_family
        bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(first.ai_addrlen)))
    }
}
