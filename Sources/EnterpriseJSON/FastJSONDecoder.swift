public import Foundation

/// Decodes values from JSON as `JSONDecoder` does, faster and strictly.
///
/// It takes any `Decodable` type and has the strategies of `JSONDecoder`, so that it can stand in its place. What it
/// does otherwise, and why, is on the page "Differences". A value: many threads may decode with one at the same time.
public struct FastJSONDecoder: Sendable {
    /// How keys are converted before they are looked up.
    public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy
    /// How dates are read.
    public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
    /// How data is read.
    public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
    /// How strings that stand for infinity or NaN are read.
    public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy

    /// How keys are converted before they are looked up; as they are, unless set.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys

    /// How dates are read; as `Date` decodes itself, unless set. `.iso8601` is strict: see `ISO8601`.
    public var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate

    /// How data is read; as base64, unless set.
    public var dataDecodingStrategy: DataDecodingStrategy = .base64

    /// How strings that stand for infinity or NaN are read; not at all, unless set.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw

    /// What a type's `init(from:)` finds in its decoder's `userInfo`.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// A decoder without any strategy.
    public init() {}

    /// The value in a JSON text.
    /// - Parameters:
    ///   - type: what to decode.
    ///   - data: the text, in UTF-8.
    /// - Throws: `DecodingError`, whose `jsonLocation` says where; and what the type itself throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try data.withUnsafeBytes { try decode(type, from: $0) }
    }

    /// The value in a JSON text.
    /// - Parameters:
    ///   - type: what to decode.
    ///   - bytes: the text, in UTF-8. Copied first if its bytes are not side by side in memory.
    /// - Throws: `DecodingError`, whose `jsonLocation` says where; and what the type itself throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from bytes: some Collection<UInt8>) throws -> Value {
        let value = try bytes.withContiguousStorageIfAvailable { try decode(type, from: UnsafeRawBufferPointer($0)) }
        return try value ?? Array(bytes).withUnsafeBytes { try decode(type, from: $0) }
    }

    /// The value in a JSON text.
    /// - Parameters:
    ///   - type: what to decode.
    ///   - buffer: the text, in UTF-8; it has to stay as it is during the call only.
    /// - Throws: `DecodingError`, whose `jsonLocation` says where; and what the type itself throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from buffer: UnsafeRawBufferPointer) throws -> Value {
        try decode(buffer) { try $0.value(type, at: 0) }
    }

    /// The value in a JSON text, of a type that needs to be told something to decode itself.
    /// - Parameters:
    ///   - type: what to decode.
    ///   - data: the text, in UTF-8.
    ///   - configuration: what the type needs.
    /// - Throws: `DecodingError`, whose `jsonLocation` says where; and what the type itself throws.
    public func decode<Value: DecodableWithConfiguration>(
        _ type: Value.Type,
        from data: Data,
        configuration: Value.DecodingConfiguration
    ) throws -> Value {
        try data.withUnsafeBytes { buffer in
            try decode(buffer) { try Value(from: JSONValueDecoder($0, 0), configuration: configuration) }
        }
    }

    private func decode<Value>(
        _ buffer: UnsafeRawBufferPointer,
        _ read: (DecodingSession) throws -> Value
    ) throws -> Value {
        var session = DecodingSession(try tape(of: buffer), options: self)
        defer {
            if !isKnownUniquelyReferenced(&session) { session.copyText() }
        }
        do { return try read(session) } catch let error as DecodingError {
            throw session.located(error)
        }
    }

    private func tape(of buffer: UnsafeRawBufferPointer) throws -> Tape {
        do { return try JSONScanner.scan(buffer) } catch {
            let error = JSONSyntaxError(error.reason, at: error.offset, in: buffer)
            let description = "The given data was not valid JSON."
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: description, underlyingError: error)
            )
        }
    }
}
