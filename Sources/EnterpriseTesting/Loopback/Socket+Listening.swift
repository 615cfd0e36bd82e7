import Foundation

extension Socket {
    /// A listening socket on one of the machine's own addresses. Port 0: the system chooses one.
    /// - Parameter sharesPort: whether it may listen on a port that `reserving` holds.
    static func listening(
        on address: LoopbackServer.Address,
        port: UInt16,
        sharesPort: Bool = false
    ) throws(LoopbackError) -> Socket {
        let listener = try stream(address == .ipv4 ? AF_INET : AF_INET6)
        do throws(LoopbackError) {
            listener.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
            if sharesPort { listener.set(SOL_SOCKET, SO_REUSEPORT, Int32(1)) }
            try listener.bind(to: address, port: port)
            guard listen(listener.descriptor, SOMAXCONN) == 0 else { throw LoopbackError("listen") }
            // A connection may be gone again between poll and accept: accept must not wait for the next one then.
            guard listener.setNonblocking(true) else { throw LoopbackError("fcntl") }
        } catch {
            listener.release()
            throw error
        }
        return listener
    }

    /// A socket that keeps a port for listeners that share it, and listens on nothing itself: connecting to the port is
    /// refused while none of them is there.
    static func reserving(on address: LoopbackServer.Address, port: UInt16) throws(LoopbackError) -> Socket {
        let holder = try stream(address == .ipv4 ? AF_INET : AF_INET6)
        do throws(LoopbackError) {
            if port != 0 { holder.set(SOL_SOCKET, SO_REUSEADDR, Int32(1)) }
            try holder.bind(to: address, port: port)
            // After `bind`, so that a port someone else shares is taken all the same.
            holder.set(SOL_SOCKET, SO_REUSEPORT, Int32(1))
        } catch {
            holder.release()
            throw error
        }
        return holder
    }

    /// A TCP socket that child processes do not inherit.
    static func stream(_ family: Int32) throws(LoopbackError) -> Socket {
        #if canImport(Darwin)
        let descriptor = socket(family, SOCK_STREAM, 0)
        #else
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw LoopbackError("socket") }
        return Socket(descriptor: descriptor)
    }

    /// The port the system chose.
    func localPort() throws(LoopbackError) -> UInt16 {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let port: UInt16? = withUnsafeMutableBytes(of: &address) { bytes in
            guard let start = bytes.baseAddress,
                getsockname(descriptor, start.assumingMemoryBound(to: sockaddr.self), &length) == 0
            else { return nil }
            // Both families keep the port, most significant byte first, after two bytes of family.
            return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
        guard let port else { throw LoopbackError("getsockname") }
        return port
    }

    /// Both ends of a pipe that child processes do not inherit.
    static func pipe() throws(LoopbackError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw LoopbackError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func loopback4(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func loopback6(port: UInt16) -> sockaddr_in6 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        inet_pton(AF_INET6, "::1", &address.sin6_addr)
        return address
    }

    private func bind(to address: LoopbackServer.Address, port: UInt16) throws(LoopbackError) {
        switch address {
        case .ipv4: try take(Self.loopback4(port: port))
        case .ipv6: try take(Self.loopback6(port: port))
        }
    }

    private func take<Address>(_ address: Address) throws(LoopbackError) {
        let result = withUnsafeBytes(of: address) { bytes in
            bytes.baseAddress.map {
                Foundation.bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            }
        }
        guard result == 0 else { throw LoopbackError("bind") }
    }
}
