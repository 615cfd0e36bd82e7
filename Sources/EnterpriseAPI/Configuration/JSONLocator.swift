import Foundation

/// Finds where a key stands in a text that is known to be JSON.
struct JSONLocator {
    private let bytes: [UInt8]

    init(_ data: Data) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        bytes = Array(data.starts(with: mark) ? data.dropFirst(mark.count) : data)
    }

    /// Line and character of a key, each from 1; nil when there is none.
    func place(ofKey path: [String]) -> (line: Int, column: Int)? {
        var offset = 0
        for (index, key) in path.enumerated() {
            guard let member = member(key, ofObjectAt: offset) else { return nil }
            if index == path.count - 1 { return place(of: member.key) }
            offset = member.value
        }
        return nil
    }

    private func member(_ key: String, ofObjectAt start: Int) -> (key: Int, value: Int)? {
        var offset = skipSpace(start)
        guard byte(offset) == UInt8(ascii: "{") else { return nil }
        offset = skipSpace(offset + 1)
        while byte(offset) == UInt8(ascii: "\"") {
            let (start, end) = (offset, endOfString(offset))
            // Over the colon.
            let value = skipSpace(skipSpace(end) + 1)
            if text(start..<end) == key { return (start, value) }
            offset = skipSpace(endOfValue(value))
            guard byte(offset) == UInt8(ascii: ",") else { return nil }
            offset = skipSpace(offset + 1)
        }
        return nil
    }

    private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func skipSpace(_ start: Int) -> Int {
        var offset = start
        while let byte = byte(offset), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
        return offset
    }

    private func endOfString(_ start: Int) -> Int {
        var offset = start + 1
        while let byte = byte(offset), byte != UInt8(ascii: "\"") { offset += byte == UInt8(ascii: "\\") ? 2 : 1 }
        return min(offset + 1, bytes.count)
    }

    /// Where a value has ended, or the space after it.
    private func endOfValue(_ start: Int) -> Int {
        var (offset, depth) = (start, 0)
        while let byte = byte(offset) {
            switch byte {
            case UInt8(ascii: "\""):
                offset = endOfString(offset)
                if depth == 0 { return offset }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return offset }
                depth -= 1
                if depth == 0 { return offset + 1 }
            case UInt8(ascii: ","): if depth == 0 { return offset }
            default: break
            }
            offset += 1
        }
        return offset
    }

    private func text(_ range: Range<Int>) -> String? {
        try? JSONDecoder().decode(String.self, from: Data(bytes[range]))
    }

    /// Counted as `JSONSyntaxError` does.
    private func place(of offset: Int) -> (line: Int, column: Int) {
        var (line, column) = (1, 1)
        var previous: UInt8 = 0
        for byte in bytes[..<offset] {
            switch byte {
            case UInt8(ascii: "\n") where previous == UInt8(ascii: "\r"): break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, column) = (line + 1, 1)
            case 0x80...0xBF: break
            default: column += 1
            }
            previous = byte
        }
        return (line, column)
    }
}
