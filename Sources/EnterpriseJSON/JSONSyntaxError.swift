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
        let location = JSONLocation(offset, in: bytes)
        self.offset = offset
        (line, column) = (location.line, location.column)
        self.reason = reason
    }
}
