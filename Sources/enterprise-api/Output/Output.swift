import Foundation

/// The two streams of the process, written at once and without a buffer of our own.
enum Output {
    /// Why nothing more can be written.
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// Whoever read has gone, such as `head`: no reason to complain.
        case readerIsGone
        case failed(String)

        var description: String {
            switch self {
            case .readerIsGone: "nobody reads the output any more"
            case .failed(let reason): "can't write the output: \(reason)"
            }
        }
    }

    /// How many bytes are handed over at once: what is left of them after a partial write is copied.
    private static let pieceSize = 1 << 16

    /// Opens /dev/null in place of each standard stream that is closed, so that no socket or file gets its number and
    /// what is meant for the stream.
    static func openClosedStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            // Takes the lowest free number: this one, as those below it are open by now.
            _ = open("/dev/null", O_RDWR)
        }
    }

    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) throws(Failure) {
        try write(bytes: text.utf8, to: descriptor)
    }

    static func write(bytes: some Collection<UInt8>, to descriptor: Int32 = STDOUT_FILENO) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieceSize))
            let written = Foundation.write(descriptor, piece, piece.count)
            if written > 0 {
                rest.removeFirst(written)
            } else if errno == EPIPE {
                throw .readerIsGone
            } else if errno == EAGAIN {
                // A stream shared with a process that made it non-blocking.
                var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&stream, 1, -1)
            } else if errno != EINTR {
                throw .failed(String(cString: strerror(errno)))
            }
        }
    }

    /// One line for people on standard error, which is safe already.
    static func note(_ text: String) {
        try? write(text + "\n", to: STDERR_FILENO)
    }

    /// One line on standard error, whatever the message holds.
    static func complain(_ message: String) {
        // There is nowhere left to report that standard error is closed.
        try? write("enterprise-api: \(message.terminalSafe)\n", to: STDERR_FILENO)
    }
}
