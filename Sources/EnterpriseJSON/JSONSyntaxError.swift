/// Where and why a text is not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// How many bytes come before the offending one.
    public let offset: Int

    /// The line, from 1. A line ends with LF, CR, or both.
    public let line: Int

    /// The character of the line, from 1, counted in Unicode scalars. A byte order mark is not counted.
    public let column: Int

    /// What is wrong there, in a few words.
    public let reason: String

    /// Place and reason, in one line.
    public var description: String { "line \(line), column \(column): \(reason)" }

    init(_ reason: String, at offset: Int, in bytes: UnsafeRawBufferPointer) {
        self.reason = reason
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
}
