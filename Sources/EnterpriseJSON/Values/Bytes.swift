/// Small things about bytes.
enum Bytes {
    /// Whether both runs of `count` bytes are the same. Reads nothing outside them.
    @inline(__always)
    static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
        let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
        if count >= 8 {
            var index = 0
            while index &+ 8 <= count {
                guard word(left + index) == word(right + index) else { return false }
                index &+= 8
            }
            return word(left + (count &- 8)) == word(right + (count &- 8))
        }
        if count >= 4 {
            return half(left) == half(right) && half(left + (count &- 4)) == half(right + (count &- 4))
        }
        for index in 0..<count
        where left.load(fromByteOffset: index, as: UInt8.self) != right.load(fromByteOffset: index, as: UInt8.self) {
            return false
        }
        return true
    }

    @inline(__always) private static func word(_ pointer: UnsafeRawPointer) -> UInt64 {
        pointer.loadUnaligned(as: UInt64.self)
    }

    @inline(__always) private static func half(_ pointer: UnsafeRawPointer) -> UInt32 {
        pointer.loadUnaligned(as: UInt32.self)
    }

    /// The value of a hexadecimal digit.
    @inline(__always) static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
        default: nil
        }
    }
}
