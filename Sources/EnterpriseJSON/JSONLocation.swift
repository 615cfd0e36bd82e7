/// Where in a JSON text a value is that could not be decoded.
///
/// The `underlyingError` of the context of a `DecodingError` that `FastJSONDecoder` throws, unless the model that threw it
/// has put one there; `DecodingError.jsonLocation` reads it.
public struct JSONLocation: Error, Sendable, Hashable, CustomStringConvertible {
    /// How many bytes come before the value.
    public let offset: Int

    /// The line, from 1. A line ends with LF, CR, or both.
    public let line: Int

    /// The character of the line, from 1, counted in Unicode scalars. A byte order mark is not counted.
    public let column: Int

    /// The place, in one line.
    public var description: String { "line \(line), column \(column)" }

    init(_ offset: Int, in bytes: UnsafeRawBufferPointer) {
        self.offset = offset
        var (line, column) = (1, 1)
        var previous: UInt8 = 0
        for byte in bytes[(bytes.starts(with: JSONSyntax.byteOrderMark) ? 3 : 0)..<max(offset, 0)] {
            switch byte {
            case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, column) = (line + 1, 1)
            case 0x80...0xBF: break  // the rest of a character that was counted
            default: column += 1
            }
            previous = byte
        }
        self.line = line
        self.column = column
    }

    init(offset: Int, line: Int, column: Int) {
        (self.offset, self.line, self.column) = (offset, line, column)
    }
}

extension DecodingError {
    /// Where in the text `FastJSONDecoder` met this error; nil for one that is not of it.
    ///
    /// For a text that is not JSON it is the first place that is wrong; the context's `underlyingError` is the
    /// `JSONSyntaxError` then. For a key that is missing it is its object.
    public var jsonLocation: JSONLocation? {
        let context: Context
        switch self {
        case .typeMismatch(_, let found), .valueNotFound(_, let found), .keyNotFound(_, let found),
            .dataCorrupted(let found):
            context = found
        @unknown default: return nil
        }
        if let location = context.underlyingError as? JSONLocation { return location }
        guard let error = context.underlyingError as? JSONSyntaxError else { return nil }
        return JSONLocation(offset: error.offset, line: error.line, column: error.column)
    }
}
