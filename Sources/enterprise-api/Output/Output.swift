import Foundation

/// The two streams of the process, written at once and without a buffer of our own.
enum Output {
    /// Why nothing more can be written.
    enum Failure: Error, Equatable {
        /// Whoever read has gone, such as `head`: no reason to complain.
        case readerIsGone
        case failed(String)
    }

    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) throws(Failure) {
        var bytes = Array(text.utf8)
        while !bytes.isEmpty {
            let written = Foundation.write(descriptor, bytes, bytes.count)
            if written > 0 {
                bytes.removeFirst(written)
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

    /// One line on standard error, whatever the message holds.
    static func complain(_ message: String) {
        // There is nowhere left to report that standard error is closed.
        try? write("enterprise-api: \(message.terminalSafe)\n", to: STDERR_FILENO)
    }
}
