/// Reads one request after the other from a connection.
struct RequestReader {
    private var buffer: ReceiveBuffer
    private let socket: Socket
    private let options: LoopbackServer.Options

    init(_ socket: Socket, options: LoopbackServer.Options) {
        buffer = ReceiveBuffer(socket)
        self.socket = socket
        self.options = options
    }

    mutating func readHead() throws(RequestFailure) -> RequestHead {
        var scanned = 0
        while true {
            // RFC 9112, section 2.2: an empty line before a request is ignored.
            while buffer.bytes.starts(with: [0x0D, 0x0A]) { buffer.discard(2) }
            // Fast path: the head came whole, so it is searched and parsed once.
            if let length = buffer.bytes.headLength(from: scanned) {
                guard length <= options.maxHeaderBytes else { throw .refused(431) }
                let head = try RequestHead(parsing: buffer.bytes.prefix(length - 2))
                buffer.discard(length)
                return head
            }
            try checkBeginning()
            scanned = max(0, buffer.count - 3)
            guard buffer.count <= options.maxHeaderBytes else { throw .refused(431) }
            try buffer.fill()
        }
    }

    /// Refuses what can't become a request any more, without waiting for its end.
    private func checkBeginning() throws(RequestFailure) {
        let bytes = buffer.bytes
        guard let end = bytes.firstIndex(of: 0x0A) else {
            guard RequestLine.mayBegin(bytes) || bytes.elementsEqual([0x0D]) else { throw .refused(400) }
            return
        }
        guard end > bytes.startIndex, bytes[end - 1] == 0x0D else { throw .refused(400) }
        _ = try RequestLine(parsing: bytes[..<(end - 1)])
    }

    /// Reads a body of at most `limit` bytes, piece by piece, and tells its length.
    mutating func readBody(
        of head: RequestHead,
        limit: Int,
        into target: (ArraySlice<UInt8>) -> Void
    ) throws(RequestFailure) -> Int {
        if case .length(let length) = head.framing, length > limit { throw .refused(413) }
        if options.sendsContinue, head.framing != .length(0), buffer.count == 0,
            head.headers["Expect"]?.lowercased() == "100-continue"
        {
            let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
            guard socket.write(line, to: line.count) else { throw .ended }
        }
        switch head.framing {
        case .length(let length):
            try buffer.move(length, to: target)
            return length
        case .chunked: return try readChunks(limit: limit, into: target)
        }
    }

    /// RFC 9112, section 7.1. Extensions and trailer fields are read and dropped.
    private mutating func readChunks(
        limit: Int,
        into target: (ArraySlice<UInt8>) -> Void
    ) throws(RequestFailure) -> Int {
        var total = 0
        while true {
            let line = try buffer.line(limit: 1024, orRefuseWith: 400)
            let digits = line.prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }
            guard !digits.isEmpty, digits.count <= 15, digits.allSatisfy(\.isHexDigit),
                let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw .refused(400) }
            if size == 0 { break }
            guard size <= limit - total else { throw .refused(413) }
            try buffer.move(size, to: target)
            total += size
            guard try buffer.line(limit: 2, orRefuseWith: 400).isEmpty else { throw .refused(400) }
        }
        var left = options.maxHeaderBytes
        while true {
            let trailer = try buffer.line(limit: left, orRefuseWith: 431)
            if trailer.isEmpty { return total }
            left -= trailer.count
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes of a head with its empty line, or nil when its end is not there yet.
    /// - Parameter scanned: so many bytes are known to hold no end.
    func headLength(from scanned: Int) -> Int? {
        var index = startIndex + scanned + 3
        while index < endIndex {
            switch self[index] {
            case 0x0A:
                if self[index - 1] == 0x0D, self[index - 2] == 0x0A, self[index - 3] == 0x0D {
                    return index + 1 - startIndex
                }
                index += 2
            case 0x0D: index += 1
            default: index += 4
            }
        }
        return nil
    }
}

extension UInt8 {
    var isHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x61...0x66).contains(asciiLower)
    }
}
