import Foundation

extension DecodingSession {
    @inline(__always) func isNull(at index: Int) -> Bool { tape.pointee[index].has(.null) }

    @inline(__always) func string(at index: Int) throws -> String {
        guard tape.pointee[index].isString else { throw mismatch(String.self, at: index) }
        return tape.pointee.string(at: index)
    }

    @inline(__always) func bool(at index: Int) throws -> Bool {
        let word = tape.pointee[index]
        if word.has(.true) { return true }
        if word.has(.false) { return false }
        throw noBool(at: index)
    }

    /// Of a null too, as with Foundation, this is a type mismatch.
    @inline(never) private func noBool(at index: Int) -> DecodingError {
        let error = mismatch(Bool.self, at: index)
        guard case .valueNotFound(_, let context) = error else { return error }
        return .typeMismatch(
            Bool.self,
            .init(
                codingPath: context.codingPath,
                debugDescription: "Expected to decode Bool but found null instead."
            )
        )
    }

    @inline(__always) func integer<Value: FixedWidthInteger>(at index: Int) throws -> Value {
        let word = tape.pointee[index]
        if word.has(.integer), word.length <= 18 {
            let number = NumberText.small(tape.pointee.base + word.offset, count: word.length)
            if let value = Value(exactly: number) { return value }
        }
        return try largeInteger(at: index)
    }

    @inline(never) private func largeInteger<Value: FixedWidthInteger>(at index: Int) throws -> Value {
        guard tape.pointee[index].isNumber else { throw mismatch(Value.self, at: index) }
        guard let value = NumberText.integer(tape.pointee.text(at: index), as: Value.self) else {
            throw notRepresentable(Value.self, at: index)
        }
        return value
    }

    @inline(__always) func double(at index: Int) throws -> Double {
        let word = tape.pointee[index]
        guard word.isNumber else { return try nonConforming(at: index) }
        guard let value = NumberText.double(tape.pointee.text(at: index)) else {
            throw notRepresentable(Double.self, at: index)
        }
        return value
    }

    @inline(__always) func float(at index: Int) throws -> Float {
        let word = tape.pointee[index]
        guard word.isNumber else { return try nonConforming(at: index) }
        guard let value = NumberText.float(tape.pointee.text(at: index)) else {
            throw notRepresentable(Float.self, at: index)
        }
        return value
    }

    /// What the strategy says a string stands for.
    @inline(never) private func nonConforming<Value: BinaryFloatingPoint>(at index: Int) throws -> Value {
        if case .convertFromString(let infinity, let minusInfinity, let nan) = options
            .nonConformingFloatDecodingStrategy,
            tape.pointee[index].isString
        {
            switch tape.pointee.string(at: index) {
            case infinity: return .infinity
            case minusInfinity: return -.infinity
            case nan: return .nan
            default: break
            }
        }
        throw mismatch(Value.self, at: index)
    }
}
