/// The decoder of one value, and the container of one that is no array or object.
struct JSONValueDecoder: Decoder {
    let session: DecodingSession
    /// Where on the tape the value is.
    let index: Int

    @inline(__always) init(_ session: DecodingSession, _ index: Int) {
        self.session = session
        self.index = index
    }

    var codingPath: [any CodingKey] { session.path(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try JSONKeyedContainer<Key>(session, index))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try JSONUnkeyedContainer(session, index)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { session.isNull(at: index) }
    func decode(_ type: Bool.Type) throws -> Bool { try session.bool(at: index) }
    func decode(_ type: String.Type) throws -> String { try session.string(at: index) }
    func decode(_ type: Double.Type) throws -> Double { try session.double(at: index) }
    func decode(_ type: Float.Type) throws -> Float { try session.float(at: index) }
    func decode(_ type: Int.Type) throws -> Int { try session.integer(at: index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try session.integer(at: index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try session.integer(at: index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try session.integer(at: index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try session.integer(at: index) }
    func decode(_ type: Int128.Type) throws -> Int128 { try session.integer(at: index) }
    func decode(_ type: UInt.Type) throws -> UInt { try session.integer(at: index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try session.integer(at: index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try session.integer(at: index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try session.integer(at: index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try session.integer(at: index) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try session.integer(at: index) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try session.value(type, at: index) }
}
