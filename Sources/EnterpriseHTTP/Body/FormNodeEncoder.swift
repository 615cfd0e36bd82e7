/// The standard library's side of `FormEncoder`: what a value's `encode(to:)` writes to.
///
/// One generic `encode` of each container stands for the protocols' dozen, one for each primitive type.
struct FormNodeEncoder: Encoder {
    let node: FormNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.kind = .keyed
        return KeyedEncodingContainer(Keyed(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.kind = .array
        return Unkeyed(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        Single(node: node, codingPath: codingPath)
    }

    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: FormNode
        let codingPath: [any CodingKey]

        func encodeNil(forKey key: Key) { node.member(key.stringValue).kind = .null }

        func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            try node.member(key.stringValue).encode(value, at: codingPath + [key])
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            encoder(for: key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder(for: key).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder(for: PlainKey("super")) }

        func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }

        private func encoder(for key: any CodingKey) -> FormNodeEncoder {
            FormNodeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
        }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let node: FormNode
        let codingPath: [any CodingKey]
        var count: Int { node.elements.count }

        func encodeNil() { node.addElement().kind = .null }

        func encode<T: Encodable>(_ value: T) throws {
            let path = codingPath + [PlainKey(count)]
            try node.addElement().encode(value, at: path)
        }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            nextEncoder().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nextEncoder().unkeyedContainer() }

        func superEncoder() -> any Encoder { nextEncoder() }

        private func nextEncoder() -> FormNodeEncoder {
            let path = codingPath + [PlainKey(count)]
            return FormNodeEncoder(node: node.addElement(), codingPath: path)
        }
    }

    private struct Single: SingleValueEncodingContainer {
        let node: FormNode
        let codingPath: [any CodingKey]

        func encodeNil() { node.kind = .null }

        func encode<T: Encodable>(_ value: T) throws { try node.encode(value, at: codingPath) }
    }
}

/// A key that no type has declared.
private struct PlainKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { (stringValue, intValue) = (name, nil) }
    init(_ index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { self.init(intValue) }
}
