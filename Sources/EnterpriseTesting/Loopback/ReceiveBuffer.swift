/// What came over a socket and was not used yet; bytes left after a request begin the next one.
struct ReceiveBuffer {
    private let socket: Socket
    private var storage = [UInt8](repeating: 0, count: 16 * 1024)
    private var start = 0
    private var end = 0

    init(_ socket: Socket) { self.socket = socket }

    var count: Int { end - start }

    /// What is there.
    var bytes: ArraySlice<UInt8> { storage[start..<end] }

    /// Waits for more bytes.
    mutating func fill() throws(RequestFailure) {
        if start == end {
            start = 0
            end = 0
        } else if end == storage.count {
            if start == 0 {
                storage.append(contentsOf: [UInt8](repeating: 0, count: storage.count))
            } else {
                storage.replaceSubrange(0..<count, with: Array(bytes))
                (start, end) = (0, count)
            }
        }
        let received = socket.receive(into: &storage, from: end)
        guard received > 0 else { throw .ended }
        end += received
    }

    /// Forgets the first `count` bytes, which must be there.
    mutating func discard(_ count: Int) { start += count }

    /// Takes `count` bytes, waiting for them, and gives them to `target`.
    mutating func move(_ count: Int, to target: (ArraySlice<UInt8>) -> Void) throws(RequestFailure) {
        var missing = count
        while true {
            let part = bytes.prefix(missing)
            target(part)
            missing -= part.count
            discard(part.count)
            if missing == 0 { return }
            try fill()
        }
    }

    /// Takes a line, waiting for it, and returns it without its CRLF.
    /// - Parameters:
    ///   - limit: most bytes of the line; a longer one is refused with `status`.
    mutating func line(limit: Int, orRefuseWith status: Int) throws(RequestFailure) -> ArraySlice<UInt8> {
        var scanned = 0
        while true {
            if let end = bytes.dropFirst(scanned).firstIndex(of: 0x0A) {
                guard end > start, storage[end - 1] == 0x0D else { throw .refused(400) }
                guard end - start <= limit else { throw .refused(status) }
                defer { start = end + 1 }
                return storage[start..<(end - 1)]
            }
            scanned = count
            guard scanned <= limit else { throw .refused(status) }
            try fill()
        }
    }
}
