import Foundation

/// Cuts chunks of bytes into lines that end in LF, CRLF or CR, wherever the chunks are cut.
///
/// A line that ends in CR is given at once; an LF that comes after it, even in the next chunk, belongs to it.
struct LineSplitter {
    private let limit: Int
    private var chunk = Data()
    /// The beginning of a line whose end is not there yet.
    private var begun = Data()
    private var followsCR = false

    /// - Parameter limit: The length in bytes above which a line is refused.
    init(limit: Int) { self.limit = limit }

    /// Adds what came in; `next` must have given nil before.
    mutating func add(_ chunk: Data) { self.chunk = chunk }

    /// The next line without its end, or nil when more has to come in first. Bytes that are no UTF-8 become U+FFFD.
    mutating func next() throws(APIError) -> String? {
        if followsCR, let first = chunk.first {
            if first == UInt8(ascii: "\n") { chunk = chunk.dropFirst() }
            followsCR = false
        }
        let end = Self.endOfLine(chunk.span)
        guard begun.count + (end ?? chunk.count) <= limit else {
            throw APIError(.responseTooLarge, reason: "a line is over \(limit) bytes")
        }
        guard let end else {
            begun.append(chunk)
            chunk = Data()
            return nil
        }
        let line = chunk.prefix(end)
        followsCR = chunk[chunk.startIndex + end] == UInt8(ascii: "\r")
        chunk = chunk.dropFirst(end + 1)
        if begun.isEmpty { return String(decoding: line, as: UTF8.self) }
        begun.append(line)
        return takeBegun()
    }

    /// What is left when nothing more comes in: a last line without an end, or nil.
    mutating func last() -> String? { begun.isEmpty ? nil : takeBegun() }

    private mutating func takeBegun() -> String {
        defer { begun.removeAll(keepingCapacity: true) }
        return String(decoding: begun, as: UTF8.self)
    }

    private static func endOfLine(_ bytes: Span<UInt8>) -> Int? {
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r") {
            return index
        }
        return nil
    }
}
