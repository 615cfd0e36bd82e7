import Foundation

/// Reads UUIDs: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4).
enum UUIDText {
    static func uuid(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
        guard text.count == 36, let bytes = text.baseAddress, bytes[8] == dash, bytes[13] == dash, bytes[18] == dash,
            bytes[23] == dash
        else { return nil }
        var valid = true
        func octet(_ index: Int) -> UInt8 {
            guard let high = Bytes.hexDigit(bytes[index]), let low = Bytes.hexDigit(bytes[index + 1]) else {
                valid = false
                return 0
            }
            return high << 4 | low
        }
        let octets = (
            octet(0), octet(2), octet(4), octet(6), octet(9), octet(11), octet(14), octet(16),
            octet(19), octet(21), octet(24), octet(26), octet(28), octet(30), octet(32), octet(34)
        )
        return valid ? UUID(uuid: octets) : nil
    }

    private static let dash = UInt8(ascii: "-")
}
