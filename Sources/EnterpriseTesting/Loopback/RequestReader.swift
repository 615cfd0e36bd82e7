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

    mutating func next() throws(RequestFailure) -> (head: RequestHead, body: [UInt8]) {
        let head = try readHead()
        return (head, try readBody(of: head))
    }

    private mutating func readHead() throws(RequestFailure) -> RequestHead {
        var scanned = 0
        while true {
            // RFC 9112, section 2.2: an empty line before a request is ignored.
            while buffer.bytes.starts(with: [0x0D, 0x0A]) { buffer.discard(2) }
            // Fast path: the head came whole, so it is searched and parsed once.
            if let length = Self.headLength(buffer.bytes, from: scanned) {
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

    /// The bytes of the head with its empty line, or nil when its end is not there yet.
    private static func headLength(_ bytes: ArraySlice<UInt8>, from scanned: Int) -> Int? {
        var index = bytes.startIndex + scanned + 3
        while index < bytes.endIndex {
            switch bytes[index] {
            case 0x0A:
                if bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A, bytes[index - 3] == 0x0D {
                    return index + 1 - bytes.startIndex
                }
                index += 2
            case 0x0D: index += 1
            default: index += 4
            }
        }
        return nil
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

    private mutating func readBody(of head: RequestHead) throws(RequestFailure) -> [UInt8] {
        if case .length(let length) = head.framing, length > options.maxBodyBytes { throw .refused(413) }
        if options.sendsContinue, head.framing != .length(0), buffer.count == 0,
            head.headers["Expect"]?.lowercased() == "100-continue"
        {
            let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
            guard socket.write(line, count: line.count) else { throw .ended }
        }
        var body: [UInt8] = []
        switch head.framing {
        case .length(let length): try buffer.move(length, to: &body)
        case .chunked: try readChunks(into: &body)
        }
        return body
    }

    /// RFC 9112, section 7.1. Extensions and trailer fields are read and dropped.
    private mutating func readChunks(into body: inout [UInt8]) throws(RequestFailure) {
        while true {
            let line = try buffer.line(limit: 1024, orRefuseWith: 400)
            let digits = line.prefix { $0 != UInt8(ascii: ";") && !$0.isBlank }
            guard !digits.isEmpty, digits.count <= 15, digits.allSatisfy(\.isHexDigit),
                let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw .refused(400) }
            if size == 0 { break }
            guard size <= options.maxBodyBytes - body.count else { throw .refused(413) }
            try buffer.move(size, to: &body)
            guard try buffer.line(limit: 2, orRefuseWith: 400).isEmpty else { throw .refused(400) }
        }
        var left = options.maxHeaderBytes
        while true {
            let trailer = try buffer.line(limit: left, orRefuseWith: 431)
            if trailer.isEmpty { return }
            left -= trailer.count
        }
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool {
        (0x30...0x39).contains(self) || (0x61...0x66).contains(asciiLower)
    }
}
