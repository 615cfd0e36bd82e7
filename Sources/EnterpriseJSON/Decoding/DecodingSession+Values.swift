import Foundation

extension DecodingSession {
    /// The value at `index` as any type: read from the text where it is one of Foundation's or the library's that are
    /// frequent or special, else by its own initialiser.
    @inline(__always) func value<Value: Decodable>(_ type: Value.Type, at index: Int) throws -> Value {
        switch types.route(of: type) {
        case .own: try Value(from: JSONValueDecoder(self, index))
        case .string: cast(try string(at: index))
        case .date: cast(try date(at: index))
        case .uuid: cast(try uuid(at: index))
        case .url: cast(try url(at: index))
        case .decimal: cast(try decimal(at: index))
        case .data: cast(try data(at: index))
        case .double: cast(try double(at: index))
        case .integer: cast(try integer(at: index) as Int)
        case .strings: cast(try strings(at: index))
        case .direct(let direct): try direct.decode(as: type, at: index, from: self)
        }
    }

    /// Only for a type that is known to be the same.
    @inline(__always) private func cast<Value, Same>(_ value: Same) -> Value {
        unsafeBitCast(value, to: Value.self)
    }

    private func strings(at index: Int) throws -> [String] {
        let word = tape.pointee[index]
        guard word.has(.array) else { throw noContainer([Any].self, "unkeyed", at: index) }
        let end = tape.pointee[index + 1].end
        var strings: [String] = []
        strings.reserveCapacity(tape.pointee.elementCount(at: index))
        var next = index + 2
        while next < end {
            strings.append(try string(at: next))
            next = tape.pointee.index(after: next)
        }
        return strings
    }

    private func uuid(at index: Int) throws -> UUID {
        guard tape.pointee[index].isString else { throw mismatch(String.self, at: index) }
        let uuid = tape.pointee.withCharacters(at: index) { UUIDText.uuid($0) }
        guard let uuid else { throw corrupted("Attempted to decode UUID from invalid UUID string.", at: index) }
        return uuid
    }

    private func url(at index: Int) throws -> URL {
        if isNull(at: index) { throw mismatch(URL.self, at: index) }
        guard let url = URL(string: try string(at: index)) else { throw corrupted("Invalid URL string.", at: index) }
        return url
    }

    private func decimal(at index: Int) throws -> Decimal {
        guard tape.pointee[index].isNumber else { throw mismatch(Decimal.self, at: index) }
        let text = tape.pointee.text(at: index)
        if let (mantissa, exponent) = NumberText.decimal(text), exponent >= -20, exponent <= 20 {
            if exponent == 0 { return Decimal(mantissa) }
            let sign: FloatingPointSign = mantissa < 0 ? .minus : .plus
            let value = Decimal(sign: .plus, exponent: exponent, significand: Decimal(mantissa.magnitude))
            return sign == .minus ? -value : value
        }
        guard let value = Decimal(string: String(decoding: text, as: UTF8.self)) else {
            throw notRepresentable(Decimal.self, at: index)
        }
        return value
    }

    private func date(at index: Int) throws -> Date {
        if isNull(at: index) { throw mismatch(Date.self, at: index) }
        switch options.dateDecodingStrategy {
        case .iso8601:
            guard tape.pointee[index].isString else { throw mismatch(String.self, at: index) }
            let date = tape.pointee.withCharacters(at: index) { ISO8601.date(from: $0) }
            guard let date else { throw corrupted("Expected date string to be ISO8601-formatted.", at: index) }
            return date
        case .secondsSince1970: return Date(timeIntervalSince1970: try double(at: index))
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try double(at: index) / 1000)
        case .custom(let read): return try read(JSONValueDecoder(self, index))
        case .deferredToDate: return try Date(from: JSONValueDecoder(self, index))
        @unknown default: return try Date(from: JSONValueDecoder(self, index))
        }
    }

    private func data(at index: Int) throws -> Data {
        if isNull(at: index) { throw mismatch(Data.self, at: index) }
        switch options.dataDecodingStrategy {
        case .base64:
            guard let data = Data(base64Encoded: try string(at: index)) else {
                throw corrupted("Encountered Data is not valid Base64.", at: index)
            }
            return data
        case .custom(let read): return try read(JSONValueDecoder(self, index))
        case .deferredToData: return try Data(from: JSONValueDecoder(self, index))
        @unknown default: return try Data(from: JSONValueDecoder(self, index))
        }
    }
}
