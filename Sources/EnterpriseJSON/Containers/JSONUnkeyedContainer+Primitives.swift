extension JSONUnkeyedContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool {
        let session = session
        return try read { try session.bool(at: $0) }
    }
    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? {
        let session = session
        return try readIfPresent { try session.bool(at: $0) }
    }
    mutating func decode(_ type: String.Type) throws -> String {
        let session = session
        return try read { try session.string(at: $0) }
    }
    mutating func decodeIfPresent(_ type: String.Type) throws -> String? {
        let session = session
        return try readIfPresent { try session.string(at: $0) }
    }
    mutating func decode(_ type: Double.Type) throws -> Double {
        let session = session
        return try read { try session.double(at: $0) }
    }
    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? {
        let session = session
        return try readIfPresent { try session.double(at: $0) }
    }
    mutating func decode(_ type: Float.Type) throws -> Float {
        let session = session
        return try read { try session.float(at: $0) }
    }
    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? {
        let session = session
        return try readIfPresent { try session.float(at: $0) }
    }
    mutating func decode(_ type: Int.Type) throws -> Int {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: Int8.Type) throws -> Int8 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: Int16.Type) throws -> Int16 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: Int32.Type) throws -> Int32 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: Int64.Type) throws -> Int64 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: Int128.Type) throws -> Int128 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: UInt.Type) throws -> UInt {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
        let session = session
        return try read { try session.integer(at: $0) }
    }
    mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? {
        let session = session
        return try readIfPresent { try session.integer(at: $0) }
    }
}
