/// The elements of one array.
///
/// It fits into the three words of an existential, so that making one allocates nothing.
struct JSONUnkeyedContainer {
    let session: DecodingSession
    private let array: UInt32
    private var next: UInt32
    private var ordinal: UInt32 = 0

    init(_ session: DecodingSession, _ array: Int) throws {
        guard session.tape.pointee[array].has(.array) else {
            throw session.noContainer([Any].self, "unkeyed", at: array)
        }
        self.session = session
        // The scanner refuses texts whose tape would be longer.
        self.array = UInt32(truncatingIfNeeded: array)
        next = UInt32(truncatingIfNeeded: array &+ 2)
    }

    private var end: Int { session.tape.pointee[Int(array) &+ 1].end }

    /// Where the next element is.
    @inline(__always) private func peek(_ type: any Any.Type) throws -> Int {
        guard Int(next) < end else { throw atEnd(type) }
        return Int(next)
    }

    @inline(never) private func atEnd(_ type: any Any.Type) -> DecodingError {
        let description =
            type == (any Decoder).self
            ? "Cannot get superDecoder() -- unkeyed container is at end." : "Unkeyed container is at end."
        let path = codingPath + [JSONKey(index: currentIndex)]
        return .valueNotFound(type, .init(codingPath: path, debugDescription: description))
    }

    @inline(__always) private mutating func advance() {
        guard Int(next) < end else { return ordinal &+= 1 }
        next = UInt32(truncatingIfNeeded: session.tape.pointee.index(after: Int(next)))
        ordinal &+= 1
    }

    /// Reads the next element and goes on, unless it fails.
    @inline(__always) mutating func read<Value>(_ read: (Int) throws -> Value) throws -> Value {
        let value = try read(try peek(Value.self))
        advance()
        return value
    }

    /// Reads the next element and goes on, unless it fails; nil when there is none, or null.
    @inline(__always) mutating func readIfPresent<Value>(_ read: (Int) throws -> Value) throws -> Value? {
        var value: Value?
        if Int(next) < end, !session.isNull(at: Int(next)) { value = try read(Int(next)) }
        advance()
        return value
    }
}

extension JSONUnkeyedContainer: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { session.path(to: Int(array)) }
    var count: Int? { session.tape.pointee.elementCount(at: Int(array)) }
    var isAtEnd: Bool { Int(next) >= end }
    var currentIndex: Int { Int(ordinal) }

    mutating func decodeNil() throws -> Bool {
        guard session.isNull(at: try peek(Never.self)) else { return false }
        advance()
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try session.value(type, at: try peek(type))
        advance()
        return value
    }

    mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
        let session = session
        return try readIfPresent { try session.value(type, at: $0) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let session = session
        return try read { KeyedDecodingContainer(try JSONKeyedContainer<NestedKey>(session, $0)) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let session = session
        return try read { try JSONUnkeyedContainer(session, $0) as any UnkeyedDecodingContainer }
    }

    mutating func superDecoder() throws -> any Decoder {
        let session = session
        return try read { JSONValueDecoder(session, $0) as any Decoder }
    }
}
