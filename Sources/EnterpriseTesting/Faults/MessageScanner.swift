/// Finds out where the messages of one direction begin and end (RFC 9112), without keeping them.
struct MessageScanner {
    enum Role: Sendable {
        case request
        case response
    }

    /// A place in the stream.
    enum Mark {
        case start
        case middleOfHead
        case endOfHead(MessageHead)
        case middleOfBody
        case end
    }

    /// This is no HTTP/1.1, or none any more: nobody can tell where a message ends.
    struct Lost: Error {}

    private enum State {
        case idle
        case head
        case restOfHead(MessageHead, Int)
        /// So many bytes up to a mark, then what comes after it.
        case data(left: Int, untilMiddle: Int?, isChunk: Bool)
        case chunkSize(Int, isDone: Bool)
        case chunkEnd
        case trailer(lineLength: Int)
        case untilClose(isBegun: Bool)
    }

    private static let headLimit = 64 * 1024

    private let role: Role
    private var state = State.idle
    /// Whether the middle of a body has been, or can't be, marked.
    private var hasMiddle = false

    init(_ role: Role) { self.role = role }

    /// Takes some of the bytes: how many, and the mark behind them. Nil when more are needed.
    /// - Parameter isBodyless: whether a response is one to `HEAD`.
    mutating func next(
        in bytes: ArraySlice<UInt8>,
        isBodyless: Bool
    ) throws(Lost) -> (used: Int, mark: Mark?)? {
        switch state {
        case .idle: return try begin(bytes)
        case .head: return try middleOfHead(bytes)
        case .restOfHead(let head, let length):
            guard bytes.count >= length else { return nil }
            try beginBody(head, isBodyless: isBodyless)
            return (length, .endOfHead(head))
        case .data(let left, let untilMiddle, let isChunk):
            return data(bytes, left: left, untilMiddle: untilMiddle, isChunk: isChunk)
        case .chunkSize, .chunkEnd, .trailer: return try chunkFraming(bytes)
        case .untilClose(let isBegun):
            guard !bytes.isEmpty else { return nil }
            state = .untilClose(isBegun: true)
            return isBegun ? (bytes.count, nil) : (1, .middleOfBody)
        }
    }

    private mutating func begin(_ bytes: ArraySlice<UInt8>) throws(Lost) -> (used: Int, mark: Mark?)? {
        guard let first = bytes.first else { return nil }
        switch role {
        case .request:
            // RFC 9112, section 2.2: an empty line before a request is ignored.
            if first == 0x0D || first == 0x0A { return (1, nil) }
        case .response:
            guard let (head, length) = try Self.head(bytes, of: role) else { return nil }
            // A response may be an interim one, which only its head tells.
            if head.status == 101 { throw Lost() }
            if head.status < 200 { return (length, nil) }
        }
        state = .head
        return (0, .start)
    }

    private mutating func middleOfHead(_ bytes: ArraySlice<UInt8>) throws(Lost) -> (used: Int, mark: Mark?)? {
        guard let (head, length) = try Self.head(bytes, of: role) else { return nil }
        state = .restOfHead(head, length - length / 2)
        return (length / 2, .middleOfHead)
    }

    private static func head(_ bytes: ArraySlice<UInt8>, of role: Role) throws(Lost) -> (MessageHead, Int)? {
        let isPlausible = role == .request ? RequestLine.mayBegin(bytes) : zip(bytes, "HTTP/1.".utf8).allSatisfy(==)
        guard isPlausible else { throw Lost() }
        guard let length = bytes.headLength(from: 0) else {
            guard bytes.count < headLimit else { throw Lost() }
            return nil
        }
        return (MessageHead(bytes.prefix(length)), length)
    }

    private mutating func beginBody(_ head: MessageHead, isBodyless: Bool) throws(Lost) {
        hasMiddle = false
        if role == .response, isBodyless || head.status == 204 || head.status == 304 {
            state = .data(left: 0, untilMiddle: nil, isChunk: false)
        } else if head.isChunked {
            state = .chunkSize(0, isDone: false)
        } else if let length = head.length {
            state = .data(left: length, untilMiddle: length > 0 ? length / 2 : nil, isChunk: false)
        } else if role == .request {
            state = .data(left: 0, untilMiddle: nil, isChunk: false)
        } else {
            state = .untilClose(isBegun: false)
        }
    }

    private mutating func data(
        _ bytes: ArraySlice<UInt8>,
        left: Int,
        untilMiddle: Int?,
        isChunk: Bool
    ) -> (used: Int, mark: Mark?)? {
        if let untilMiddle {
            let used = min(bytes.count, untilMiddle)
            guard used == untilMiddle else {
                state = .data(left: left - used, untilMiddle: untilMiddle - used, isChunk: isChunk)
                return used > 0 ? (used, nil) : nil
            }
            hasMiddle = true
            state = .data(left: left - used, untilMiddle: nil, isChunk: isChunk)
            return (used, .middleOfBody)
        }
        let used = min(bytes.count, left)
        if used == left {
            state = isChunk ? .chunkEnd : .idle
            return (used, isChunk ? nil : .end)
        }
        state = .data(left: left - used, untilMiddle: nil, isChunk: isChunk)
        return used > 0 ? (used, nil) : nil
    }

    /// Takes one byte of what is around chunks (RFC 9112, section 7.1).
    private mutating func chunkFraming(_ bytes: ArraySlice<UInt8>) throws(Lost) -> (used: Int, mark: Mark?)? {
        guard let byte = bytes.first else { return nil }
        switch state {
        case .chunkSize(let size, _) where byte == 0x0A:
            let middle = size > 0 && !hasMiddle ? size / 2 : nil
            state = size == 0 ? .trailer(lineLength: 0) : .data(left: size, untilMiddle: middle, isChunk: true)
        case .chunkSize(let size, let isDone):
            if !isDone, let digit = byte.hexDigitValue {
                guard size < 1 << 56 else { throw Lost() }
                state = .chunkSize(size << 4 | digit, isDone: false)
            } else {
                state = .chunkSize(size, isDone: true)
            }
        case .chunkEnd where byte == 0x0A:
            state = .chunkSize(0, isDone: false)
        case .trailer(let length) where byte == 0x0A:
            state = length == 0 ? .idle : .trailer(lineLength: 0)
            if length == 0 { return (1, .end) }
        case .trailer(let length) where byte != 0x0D:
            state = .trailer(lineLength: length + 1)
        default: break
        }
        return (1, nil)
    }
}

extension UInt8 {
    fileprivate var hexDigitValue: Int? { isHexDigit ? Int(self & 0x0F) + (self > 0x39 ? 9 : 0) : nil }
}
