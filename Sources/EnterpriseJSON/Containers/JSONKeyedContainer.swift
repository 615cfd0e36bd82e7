/// The members of one object.
struct JSONKeyedContainer<Key: CodingKey> {
    let session: DecodingSession
    let object: Int
    /// What is remembered of the keys by their byte, when they are that small.
    private let keys: UnsafeMutablePointer<KeyText>?

    init(_ session: DecodingSession, _ object: Int) throws {
        let tape = session.tape
        guard tape.pointee[object].isObject else { throw session.noContainer([String: Any].self, "keyed", at: object) }
        session.prepare(object: object)
        self.session = session
        self.object = object
        if session.hasKeyStrategy { session.convertKeys(ofObjectAt: object) }
        keys = session.hasKeyStrategy ? nil : session.keyTables.pointee.table(for: Key.self)
    }

    /// Where the value of that key is; nil when it has none.
    @inline(__always) func find(_ key: Key) -> Int? {
        guard let keys else { return findByName(key) }
        let byte = MemoryLayout<Key>.size == 0 ? 0 : Int(unsafeBitCast(key, to: UInt8.self))
        guard byte < KeyTables.size else { return findByName(key) }
        if keys[byte].shape == 0 { keys[byte] = KeyText(key.stringValue) }
        return session.tape.pointee.value(of: keys[byte], inObjectAt: object)
    }

    @inline(never) private func findByName(_ key: some CodingKey) -> Int? {
        session.value(named: key.stringValue, inObjectAt: object)
    }

    @inline(__always) func index(_ key: Key) throws -> Int {
        guard let index = find(key) else { throw session.missing(key, inObjectAt: object) }
        return index
    }

    /// Where the value of that key is; nil when it has none, or null.
    @inline(__always) func present(_ key: Key) -> Int? {
        guard let index = find(key), !session.isNull(at: index) else { return nil }
        return index
    }

    private func decoder(forKey key: some CodingKey) -> any Decoder {
        let index = findByName(key) ?? session.absentValue(for: key, inObjectAt: object)
        return JSONValueDecoder(session, index)
    }

    private func names() -> [String] {
        if session.hasKeyStrategy { return session.convertedMembers[object].map { Array($0.keys) } ?? [] }
        var names: [String] = []
        session.tape.pointee.forEachMember(ofObjectAt: object) { key, _ in
            names.append(session.tape.pointee.key(at: key))
        }
        return names
    }
}

extension JSONKeyedContainer: KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { session.path(to: object) }
    var allKeys: [Key] { names().compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { session.isNull(at: try index(key)) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try session.value(type, at: try index(key))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        guard let index = present(key) else { return nil }
        return try session.value(type, at: index)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        KeyedDecodingContainer(try JSONKeyedContainer<NestedKey>(session, try index(key)))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try JSONUnkeyedContainer(session, try index(key))
    }

    func superDecoder() throws -> any Decoder { decoder(forKey: JSONKey("super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder(forKey: key) }
}
