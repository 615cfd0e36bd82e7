import Foundation

/// One TCP socket: the few POSIX calls the server needs, with `EINTR` and the differences of platforms dealt with here.
struct Socket: Sendable {
    let descriptor: Int32

    /// What `acceptConnection` found.
    enum Accepted {
        case connection(Socket)
        /// Nobody waits any more.
        case nobody
        /// The process has no descriptors or memory left: try again a little later.
        case exhausted
    }

    func acceptConnection(sendTimeout: Int) -> Accepted {
        while true {
            let accepted = accept(descriptor, nil, nil)
            if accepted >= 0 {
                let socket = Socket(descriptor: accepted)
                socket.prepareConnection(sendTimeout: sendTimeout)
                return .connection(socket)
            }
            switch errno {
            case EINTR, ECONNABORTED, EPROTO: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .nobody
            }
        }
    }

    /// Sets what both ends of a connection need.
    func prepareConnection(sendTimeout: Int) {
        set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        set(SOL_SOCKET, SO_SNDTIMEO, timeval(tv_sec: sendTimeout, tv_usec: 0))
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        // An accepted socket inherits the listener's mode there, and there is no MSG_NOSIGNAL.
        setNonblocking(false)
        set(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    /// Fills `bytes` from `offset` on with what is there, waiting for at least one byte. 0: the peer is done or gone.
    func receive(into bytes: inout [UInt8], from offset: Int) -> Int {
        bytes.withUnsafeMutableBytes { target in
            guard let start = target.baseAddress, offset < target.count else { return 0 }
            while true {
                let count = recv(descriptor, start + offset, target.count - offset, 0)
                if count >= 0 { return count }
                if errno != EINTR { return 0 }
            }
        }
    }

    /// Sends the bytes from `start` to before `end`. False when the peer is gone, or did not read for the whole send
    /// timeout.
    func write(_ bytes: [UInt8], from start: Int = 0, to end: Int) -> Bool {
        bytes.withUnsafeBytes { source in
            guard let base = source.baseAddress else { return true }
            var sent = start
            while sent < end {
                let result = send(descriptor, base + sent, end - sent, Self.sendFlags)
                if result >= 0 { sent += result } else if errno != EINTR { return false }
            }
            return true
        }
    }

    #if canImport(Darwin)
    static let sendFlags: Int32 = 0
    static let hangUp = Int16(POLLHUP)
    #else
    static let sendFlags = Int32(MSG_NOSIGNAL)
    /// POLLRDHUP, which the C library shows to GNU sources only.
    static let hangUp: Int16 = 0x2000
    #endif

    /// Waits until the gate opens or the time is over (true), or the peer stops sending, goes away or `disconnect` is
    /// called (false). No gate and no time: until the latter.
    func wait(for gate: LoopbackGate?, milliseconds: Int32 = -1) -> Bool {
        var entries = [pollfd(fd: descriptor, events: Self.hangUp, revents: 0)]
        if let gate { entries.append(pollfd(fd: gate.readEnd, events: Int16(POLLIN), revents: 0)) }
        guard Self.wait(for: &entries, milliseconds: milliseconds) else { return false }
        return entries[0].revents == 0
    }

    /// Waits for the next connection (true) or until the gate opens (false).
    func waitForConnection(or gate: LoopbackGate) -> Bool {
        var entries = [descriptor, gate.readEnd].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard Self.wait(for: &entries, milliseconds: -1) else { return false }
        return entries[1].revents == 0
    }

    /// Ends both directions, which also wakes a thread that sends, receives or waits on this socket.
    func disconnect() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Gives the descriptor back. Nothing may use the socket afterwards.
    func release() { close(descriptor) }

    /// Ends the sending direction and throws away what the peer still sends, for at most the time: closing with unread
    /// bytes resets the connection, and the peer might lose the answer it was just sent (RFC 9112, section 9.6).
    /// - Parameter limit: nil for as long as the peer sends, or until `disconnect` is called.
    func finishSending(within limit: Duration? = .seconds(1)) {
        guard shutdown(descriptor, Int32(SHUT_WR)) == 0 else { return }
        let deadline = limit.map { ContinuousClock.now + $0 }
        var scratch = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let left = deadline.map { ContinuousClock.now.duration(to: $0).pollMilliseconds } ?? -1
            var entries = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
            guard left != 0, Self.wait(for: &entries, milliseconds: left), entries[0].revents != 0,
                receive(into: &scratch, from: 0) > 0
            else { return }
        }
    }

    /// Whether calls return at once when there is nothing to read or no room to write.
    @discardableResult
    func setNonblocking(_ isNonblocking: Bool) -> Bool {
        fcntl(descriptor, F_SETFL, isNonblocking ? O_NONBLOCK : 0) == 0
    }

    /// `poll`, again when a signal interrupts it. False when it fails.
    static func wait(for entries: inout [pollfd], milliseconds: Int32) -> Bool {
        while true {
            if poll(&entries, nfds_t(entries.count), milliseconds) >= 0 { return true }
            if errno != EINTR { return false }
        }
    }

    @discardableResult
    func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32, _ value: Value) -> Bool {
        withUnsafeBytes(of: value) {
            setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count)) == 0
        }
    }
}
